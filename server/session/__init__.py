"""Who is there: accounts, tokens, sessions, and requests that are answered once."""
