"""Maps, counters and positions as SVG pictures."""
