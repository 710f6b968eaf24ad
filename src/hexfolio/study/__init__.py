"""Studies: a battle played many times, its results as tables, and a report of what came out."""
