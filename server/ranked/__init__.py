"""Ranked play: ranks, ratings, and who plays whom."""
