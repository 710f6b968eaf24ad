"""The general: a captain who tries its plans before it gives orders."""

from .player import SECONDS, General

__all__ = ["SECONDS", "General"]
