"""What is kept: accounts, tokens and finished games, in one SQLite file."""
