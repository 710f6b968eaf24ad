"""Planning a phase as a whole: attacks of several units, and what the enemy could answer."""
