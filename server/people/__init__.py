"""People: names, passwords and what slows guessing, friends and blocks, bans; deleted accounts."""
