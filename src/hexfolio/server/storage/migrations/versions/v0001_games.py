"""Games with their seats, tokens, journals, snapshots and chats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    moment = sa.DateTime(timezone=True)
    game_id = sa.String(22)
    op.create_table(
        "games",
        sa.Column("id", game_id, nullable=False),
        sa.Column("battle", sa.Text, nullable=False),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("revision", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("branched_from", game_id),
        sa.Column("branched_at", sa.Integer),
        sa.Column("imported", sa.JSON),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["branched_from"], ["games.id"], name="fk_games_branched_from"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", game_id, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("seat_no", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("display_name", sa.Text),
        sa.PrimaryKeyConstraint("game_id", "side", name="pk_seats"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
    )
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("game_id", game_id, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("label", sa.Text),
        sa.PrimaryKeyConstraint("token_hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_tokens_game_id"),
    )
    op.create_index("ix_tokens_game_id", "tokens", ["game_id"])
    op.create_table(
        "rows",
        sa.Column("game_id", game_id, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("side", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("dice", sa.JSON, nullable=False),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_rows"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rows_game_id"),
    )
    op.create_table(
        "snapshots",
        sa.Column("game_id", game_id, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("orders", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_snapshots_game_id"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("game_id", game_id, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_chat_game_id"),
    )
    op.create_index("ix_chat_game_id", "chat", ["game_id", "id"])


def downgrade() -> None:
    """Drop them, and all games with them."""
    for table in ("chat", "snapshots", "rows", "tokens", "seats", "games"):
        op.drop_table(table)
