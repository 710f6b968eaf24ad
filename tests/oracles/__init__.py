"""Oracles: slow second opinions written from the clauses, compared with the engine on random maps."""
