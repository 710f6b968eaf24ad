"""Rule books as classes, their clauses and tables as sheets."""
