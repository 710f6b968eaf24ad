"""Every command and example in the README and the docs runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hexfolio.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    """Blocks of a language, each with its page; every block is read, so that none hides the next."""
    pattern = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [
        (page.name, block)
        for page in PAGES
        for found, block in pattern.findall(page.read_text(encoding="utf-8"))
        if found == language
    ]


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_example(page: str, code: str) -> None:
    exec(compile(code, page, "exec"), {})


def commands() -> list[tuple[str, list[str]]]:
    """The hexfolio commands of each block, in order, without those that prove (they run on their own)."""
    found = []
    for page, block in blocks(""):
        lines = [line.partition(" #")[0].strip() for line in block.splitlines()]
        wanted = [line for line in lines if re.match(r"hexfolio (?!check|coverage|fuzz|\d|[A-Z])", line)]
        if wanted:
            found.append((page, wanted))
    return found


@pytest.mark.parametrize(("page", "lines"), commands())
def test_commands(page: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in lines:
        words = shlex.split(line)[1:]
        illegal_yet = words[0] == "odds" or (words[0] == "undo" and words[-1].isdigit())
        assert main(words) in ((0, 2) if illegal_yet else (0,)), line


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
