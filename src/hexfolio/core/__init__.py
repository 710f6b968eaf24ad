"""Hexes, counters, dice and orders; knows no rulebook, uses the standard library only."""
