"""The casebook: rule cases read, run and counted against the clauses they prove."""
