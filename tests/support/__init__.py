"""What several tests share: a fake clock, the shared data."""
