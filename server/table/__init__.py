"""Tables: running games in time, for the people and bots that sit at them."""
