"""The steps of play: what each decision asks and what may be answered."""
