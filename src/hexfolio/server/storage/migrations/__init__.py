"""Migrations, oldest first in `versions`; never edit one that has been released.

Change `tables.py`, then let Alembic draft the next one against a database at the present head:
`command.revision(configuration(connection), "what changes", autogenerate=True)`.
"""
