"""The kernel and its values: what every rule family shares."""
