"""Answers: what Grundy found out, as attributes, as words and as data."""

from __future__ import annotations

from os import PathLike
from typing import Any

from grundy import _html


class Reply:
    """A reply of Grundy: ``data`` is the reply in JSON, as docs/json.md describes it; ``str`` gives its words."""

    __slots__ = ("_words", "data")

    def __init__(self, data: dict[str, Any], words: str | None) -> None:
        self.data: dict[str, Any] = data
        self._words = words

    def __str__(self) -> str:
        return (self._words or repr(self)).rstrip("\n")

    def _repr_html_(self) -> str:
        return _html.page(f"<pre>{_html.escape(str(self))}</pre>")


class Answer(Reply):
    """Who wins a position, and what it is worth."""

    __slots__ = ()

    @property
    def position(self) -> str:
        """The position, as understood."""
        return str(self.data["position"])

    @property
    def outcome(self) -> str:
        """``"N"``: the player to move wins; ``"P"``: the other one; ``"D"``: a draw."""
        return str(self.data["outcome"])

    @property
    def value(self) -> int | str | None:
        """The Grundy value, or what else decides; a sign such as ``"∞"`` for what is no number, ``None`` where none is known."""
        value = self.data["value"]
        return value if value is None or isinstance(value, int) else str(value)

    @property
    def status(self) -> str:
        """How far the answer may be trusted: ``"proved"``, ``"computed"``, ``"conditional"``, ``"bounded"`` …"""
        return str(self.data["status"]["kind"])

    @property
    def evidence(self) -> str:
        """Why the status is what it is."""
        return str(self.data["evidence"])

    @property
    def methods(self) -> list[str]:
        """The theorems and engines that gave it, each once."""
        return list(dict.fromkeys(part["method"] for part in self.data["components"]))

    @property
    def certificate(self) -> str | None:
        """The checked certificate, where it was asked for."""
        return self.data.get("certificate")

    @property
    def warnings(self) -> list[str]:
        """Reasons to doubt that the rules say the game that is meant."""
        return [warning["message"] for warning in self.data.get("warnings", [])]

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<Answer {self.position}: {self.outcome}{value}, {self.status}>"

    def _repr_html_(self) -> str:
        value = "" if self.value is None else f", value <b>{_html.escape(str(self.value))}</b>"
        head = f"<p>{_html.escape(self.position)}: <b>{self.outcome}</b>{value} {_html.badge(self.status)}</p>"
        return _html.page(f"{head}<pre>{_html.escape(str(self))}</pre>")


class Explanation(Reply):
    """How a position is answered: the facts of its games, each attempt with its reason."""

    __slots__ = ()

    @property
    def attempts(self) -> list[dict[str, Any]]:
        """Each theorem and engine that was asked, with what became of it."""
        games = [attempt for game in self.data["games"] for attempt in game["plan"]]
        return games + list(self.data["whole"])

    def __repr__(self) -> str:
        accepted = [attempt["name"] for attempt in self.attempts if attempt["verdict"] == "accepted"]
        return f"<Explanation of {self.data['position']}: {', '.join(accepted) or 'nothing accepts it'}>"


class Reasons(Reply):
    """Why a position is won or lost and has its value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Reasons of {self.data['answer']['position']}>"


class Graph(Reply):
    """The game graph below a position: ``nodes``, of which the first is the position, and ``arcs`` between their numbers."""

    __slots__ = ()

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The positions, each with its outcome and its value."""
        return list(self.data["nodes"])

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """The moves, from and to."""
        return [(start, end) for start, end in self.data["arcs"]]

    @property
    def svg(self) -> str:
        """The picture."""
        return str(self.data["picture"])

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        _html.save(path, self.svg)

    def __repr__(self) -> str:
        return f"<Graph of {self.data['position']}: {len(self.nodes)} positions, {len(self.arcs)} moves>"

    def _repr_html_(self) -> str:
        return _html.page(_html.picture(self.svg, "graph.save('graph.svg')"))


class Report(Reply):
    """What became of the expectations and claims of rules."""

    __slots__ = ()

    @property
    def passes(self) -> bool:
        """Whether nothing fails."""
        return bool(self.data["passes"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Each ``expect`` and ``claim``, in order."""
        return list(self.data["findings"])

    def __bool__(self) -> bool:
        return self.passes

    def __repr__(self) -> str:
        failing = sum(not finding["holds"] for finding in self.findings)
        return f"<Report on {self.data['file']}: {len(self.findings)} findings, {failing or 'none'} failing>"

    def __str__(self) -> str:
        def line(finding: dict[str, Any]) -> str:
            told = finding["status"]["kind"] if finding["holds"] else "fails: " + finding["why"]["message"]
            return f"{finding['game']}, line {finding['line']}: {finding['kind']}: {told}"

        return "\n".join(map(line, self.findings))
