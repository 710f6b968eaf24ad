"""The ways of changing a line: what each finds in a syntax tree, and the edits of the text that it makes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[str, str, str]] = {
    ast.Eq: ("==", r"==", "!="),
    ast.NotEq: ("!=", r"!=", "=="),
    ast.Lt: ("<", r"<", "<="),
    ast.LtE: ("<=", r"<=", "<"),
    ast.Gt: (">", r">", ">="),
    ast.GtE: (">=", r">=", ">"),
    ast.Is: ("is", r"\bis\b", "is not"),
    ast.IsNot: ("is not", r"\bis\s+not\b", "is"),
    ast.In: ("in", r"\bin\b", "not in"),
    ast.NotIn: ("not in", r"\bnot\s+in\b", "in"),
}
"""By comparison: its name, how it is written, and what takes its place."""
TURNED = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
"""Comparisons whose turning is the same as a negation."""
SIGNS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXT_NAMES = frozenset({"sentence", "text", "what", "where", "which", "why", "word", "words"})
"""Variables that hold a part of a sentence, if what is put into them is text."""
NO_RULES = re.compile(r"_?(caption|narrate|title|word)s?(_|$)|\w+_text$|_?random_")
"""Functions that only make words, or choose among legal orders at random."""
CHOOSING = re.compile(r"_?(draw|pick)(_|$)")
"""The same, if they are given the `random` that orders are chosen with."""


class Edit(NamedTuple):
    """Bytes of the source from `start` to `end`, replaced by a text."""

    start: int
    end: int
    text: str


class Change(NamedTuple):
    """One mutant as its operator makes it: where, in which function, and the edits."""

    operator: str
    node: ast.expr | ast.stmt
    function: str
    edits: tuple[Edit, ...]


class Finder:
    """Walks a module and yields every change that can be made to it."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.names: list[str] = []

    def changes(self) -> Iterator[Change]:
        yield from self._walk(ast.parse(self.source))

    # Walking

    def _walk(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from self._function(node)
            return
        if isinstance(node, ast.ClassDef):
            yield from self._named(node.name, node.body)
            return
        if isinstance(node, ast.expr | ast.stmt):
            yield from self._changes_of(node)
        for child in self._children(node):
            yield from self._walk(child)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Change]:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield from self._walk(default)
        choosing = CHOOSING.match(node.name) and any(arg.arg == "random" for arg in node.args.args)
        if not choosing and not NO_RULES.match(node.name):
            yield from self._named(node.name, node.body)

    def _named(self, name: str, body: list[ast.stmt]) -> Iterator[Change]:
        self.names.append(name)
        for statement in body:
            yield from self._walk(statement)
        self.names.pop()

    def _children(self, node: ast.AST) -> Iterator[ast.AST]:
        """What may be changed inside a node: no types and no sentences."""
        if isinstance(node, ast.AnnAssign):
            yield from [] if node.value is None else [node.target, node.value]
        elif isinstance(node, ast.Assign) and _is_text(node.value) and _names(node) & TEXT_NAMES:
            return
        elif isinstance(node, ast.If) and _called(node.test) == "TYPE_CHECKING":
            yield from node.orelse
        elif isinstance(node, ast.Call):
            yield node.func
            refusing = _called(node.func).lstrip("_").startswith("refuse")
            skipped = 1 if _called(node.func) == "cast" else 0
            yield from (arg for arg in node.args[skipped:] if not (refusing and _is_text(arg)))
            yield from (keyword.value for keyword in node.keywords if keyword.arg != "strict")
        else:
            yield from ast.iter_child_nodes(node)

    # The operators

    def _changes_of(self, node: ast.expr | ast.stmt) -> Iterator[Change]:
        match node:
            case ast.Compare():
                yield from self._comparisons(node)
            case ast.BoolOp():
                yield from self._connective(node)
            case ast.BinOp():
                yield from self._sign(node)
            case ast.AugAssign():
                yield from self._augmented(node)
            case ast.UnaryOp(op=ast.Not()):
                word = Edit(self._start(node), self._start(node) + len("not "), "")
                yield self._change("not dropped", node, word)
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                edit = Edit(self._start(node.func), self._end(node.func), CALLS[name])
                yield self._change(f"{name} to {CALLS[name]}", node.func, edit)
            case ast.Constant(value=bool(value)):
                yield self._whole(f"{value} to {not value}", node, str(not value))
            case ast.Constant(value=int(value)):
                yield self._whole("n to n + 1", node, str(value + 1))
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from self._negation(test)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for generator in node.generators:
                    for condition in generator.ifs:
                        yield from self._negation(condition)
            case _:
                pass

    def _comparisons(self, node: ast.Compare) -> Iterator[Change]:
        operands = [node.left, *node.comparators]
        for index, op in enumerate(node.ops):
            name, pattern, other = COMPARISONS[type(op)]
            edit = self._between(operands[index], operands[index + 1], pattern, other)
            yield self._change(f"{name} to {other}", node, edit)
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=None)]):
                yield from self._truth(node, left, op)

    def _truth(self, node: ast.Compare, left: ast.expr, op: ast.cmpop) -> Iterator[Change]:
        """Nothing taken for None; of no use where something is a refusal, which is never empty."""
        name = _called(left.func) if isinstance(left, ast.Call) else _called(left)
        if re.match(r"_?judge|refus", name):
            return
        if isinstance(op, ast.Is):
            yield self._whole("is None to not", node, f"(not ({self._text(left)}))")
        if isinstance(op, ast.IsNot):
            yield self._whole("is not None to bool", node, f"bool({self._text(left)})")

    def _connective(self, node: ast.BoolOp) -> Iterator[Change]:
        name, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        edits = [
            self._between(left, right, rf"\b{name}\b", other)
            for left, right in zip(node.values, node.values[1:], strict=False)
        ]
        yield self._change(f"{name} to {other}", node, *edits)

    def _sign(self, node: ast.BinOp) -> Iterator[Change]:
        if type(node.op) not in SIGNS or any(map(_is_no_number, (node.left, node.right))):
            return
        name, other = SIGNS[type(node.op)]
        edit = self._between(node.left, node.right, re.escape(name), other)
        yield self._change(f"{name} to {other}", node, edit)

    def _augmented(self, node: ast.AugAssign) -> Iterator[Change]:
        if type(node.op) not in SIGNS or _is_no_number(node.value):
            return
        name, other = SIGNS[type(node.op)]
        edit = self._between(node.target, node.value, re.escape(name + "="), f"{other}=")
        yield self._change(f"{name}= to {other}=", node, edit)

    def _negation(self, test: ast.expr) -> Iterator[Change]:
        if isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            return
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], TURNED):
            return
        if _called(test) != "TYPE_CHECKING":
            yield self._whole("condition negated", test, f"(not ({self._text(test)}))")

    # Places in the text

    def _change(self, operator: str, node: ast.expr | ast.stmt, *edits: Edit) -> Change:
        return Change(operator, node, ".".join(self.names), edits)

    def _whole(self, operator: str, node: ast.expr, text: str) -> Change:
        return self._change(operator, node, Edit(self._start(node), self._end(node), text))

    def _between(self, left: ast.expr, right: ast.expr, pattern: str, text: str) -> Edit:
        start, end = self._end(left), self._start(right)
        found = re.search(pattern.encode(), self.source[start:end])
        assert found is not None, f"line {left.lineno}: expected {pattern} between two operands"
        return Edit(start + found.start(), start + found.end(), text)

    def _text(self, node: ast.expr) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.expr) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset


def _called(node: ast.expr) -> str:
    """The last word of a name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _names(node: ast.Assign) -> set[str]:
    return {_called(target) for target in node.targets}


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.IfExp():
            return _is_text(node.body) and _is_text(node.orelse)
        case ast.BinOp():
            return _is_text(node.left) or _is_text(node.right)
        case ast.Call(func=ast.Attribute(value=value, attr="join")):
            return _is_text(value)
        case _:
            return False


def _is_no_number(node: ast.expr) -> bool:
    """Texts and lists are not subtracted, types not combined; a type has a name such as `Order`."""
    if isinstance(node, ast.Name):
        return bool(re.match(r"[A-Z]\w*[a-z]", node.id))
    return _is_text(node) or isinstance(node, ast.List | ast.Tuple | ast.ListComp)
