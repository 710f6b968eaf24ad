"""Battles as data: maps, rosters, tracks and victory schedules."""
