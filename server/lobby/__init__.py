"""Where games come together: friend rooms."""
