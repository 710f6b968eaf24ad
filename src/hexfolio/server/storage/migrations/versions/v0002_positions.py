"""The position after every row, and the sheets that a game began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them; games that were there before are brought up to date when they are opened."""
    op.create_table(
        "sheets",
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sheets"),
    )
    # Plain columns: to change more, SQLite would have to copy a table to which others point.
    op.add_column("games", sa.Column("sheets", sa.String(32)))
    op.add_column("rows", sa.Column("change", sa.Text))
    op.add_column("rows", sa.Column("digest", sa.String(12)))


def downgrade() -> None:
    """Forget them; what was played is lost where the rules have changed since."""
    op.execute("DELETE FROM rows WHERE number = 0")
    op.drop_column("rows", "digest")
    op.drop_column("rows", "change")
    op.drop_column("games", "sheets")
    op.drop_table("sheets")
