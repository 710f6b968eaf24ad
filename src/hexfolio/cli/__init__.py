"""The command line: `hexfolio COMMAND …`. Mistakes of the user end with one sentence and exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from hexfolio import __version__
from hexfolio.core.rulings import IllegalOrderError

from . import balance, books, games, ladder, models, proofs, rulings, server, study


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, like all others."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}. See “{self.prog} --help”.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """A command may add arguments that depend on the words given, by a default called `complete`."""
        complete = self.get_default("complete")
        if complete is not None:
            complete(self, args)
        return super().parse_known_args(args, namespace)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except (ValueError, IllegalOrderError) as error:
        print(f"hexfolio: {error}", file=sys.stderr)
    except BrokenPipeError:
        # The reader of our output has seen enough; Python must not complain again when it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"hexfolio: {error.filename or 'output'}: {error.strerror}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("hexfolio: interrupted.", file=sys.stderr)
        return 130
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="hexfolio", description="Hex-and-counter wargames, every rule enforced and explained."
    )
    parser.add_argument("--version", action="version", version=f"hexfolio {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (games, server, books, rulings, proofs, balance, study, ladder, models):
        module.add_commands(commands)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
