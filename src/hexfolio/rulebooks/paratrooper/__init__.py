"""Paratrooper: Korea, chapter by chapter."""
