"""Tools for game records: checking them against the rules, reading and writing them."""
