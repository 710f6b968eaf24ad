"""The general: a captain who tries its plans before it gives orders."""

from .player import General

__all__ = ["General"]
