"""Classes for the replies of Grundy, with access by attributes, as text and as data."""

from __future__ import annotations

from fractions import Fraction
from os import PathLike
from typing import Any, NamedTuple

from grundy import _html


class Thermograph(NamedTuple):
    """The walls of a thermograph, each a list of points (temperature, value) from below.

    Above the last point, a wall is vertical.
    """

    left: list[tuple[Fraction, Fraction]]
    right: list[tuple[Fraction, Fraction]]


_SIDES = ("left", "right")


def _wall(points: list[dict[str, str]]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(point["temperature"]), Fraction(point["value"])) for point in points]


class Reply:
    """A reply of Grundy.

    ``data`` is the reply in JSON, which docs/json.md describes. ``str`` returns the reply as text.
    """

    __slots__ = ("_text", "data")

    def __init__(self, data: dict[str, Any], text: str | None) -> None:
        self.data: dict[str, Any] = data
        self._text = text

    def __str__(self) -> str:
        return (self._text or repr(self)).rstrip("\n")

    def _repr_html_(self) -> str:
        return _html.page(f"<pre>{_html.escape(str(self))}</pre>")


class Answer(Reply):
    """The outcome and the value of a position, with the status of the answer."""

    __slots__ = ()

    @property
    def position(self) -> str:
        """The position as Grundy parsed it."""
        return str(self.data["position"])

    @property
    def outcome(self) -> str:
        """The outcome.

        ``"N"`` if the player to move wins, ``"P"`` if the other player wins, ``"D"`` for a draw.
        If the players have different moves, also ``"L"`` if Left wins and ``"R"`` if Right wins,
        no matter who begins. If only one player can force a draw, the results if Left begins and
        if Right begins, such as ``"L/D"``.
        """
        outcome = self.data["outcome"]
        if outcome is None:
            results = (self.data["winner"].get(player) for player in ("left", "right"))
            return "/".join("?" if result is None else result[0].upper() for result in results)
        return str(outcome)

    @property
    def winner(self) -> dict[str, str] | None:
        """The result if Left begins (``"left"``) and if Right begins (``"right"``).

        Each result is ``"left"``, ``"right"`` or ``"draw"``. The attribute is ``None`` if the
        players have the same moves.
        """
        winner: dict[str, str] | None = self.data.get("winner")
        return winner

    def _number(self, name: str) -> Fraction | None:
        number = self.data.get(name)
        return None if number is None else Fraction(number)

    @property
    def mean(self) -> Fraction | None:
        """The mean of the value, or ``None`` if the players have the same moves."""
        return self._number("mean")

    @property
    def temperature(self) -> Fraction | None:
        """The temperature of the value, or ``None`` if the players have the same moves."""
        return self._number("temperature")

    @property
    def stops(self) -> tuple[Fraction, Fraction] | None:
        """The left stop and the right stop, or ``None`` if the players have the same moves."""
        stops = self.data.get("stops")
        return None if stops is None else (Fraction(stops["left"]), Fraction(stops["right"]))

    @property
    def thermograph(self) -> Thermograph | None:
        """The thermograph of the value, or ``None`` if the players have the same moves."""
        walls = self.data.get("thermograph")
        return None if walls is None else Thermograph(*(_wall(walls[side]) for side in _SIDES))

    @property
    def value(self) -> int | str | None:
        """The Grundy value, or the quantity that decides the sum under its conventions.

        Such a quantity is, for example, the remoteness or the suspense. The attribute is a string
        such as ``"∞"`` if the value is not a number, and ``None`` if no value is known. If the
        players have different moves, the attribute is the canonical form, such as ``"{2|-1/2}"``.
        """
        value = self.data["value"]
        return value if value is None or isinstance(value, int) else str(value)

    @property
    def score(self) -> int | None:
        """The difference of points under ``play score``, or ``None`` under another convention.

        The number is what the player to move gets from here on, minus what the other player gets.
        """
        score = self.data.get("score")
        return None if score is None else int(score["difference"])

    @property
    def status(self) -> str:
        """The guarantee, for example ``"proved"``, ``"computed"`` or ``"conditional"``."""
        return str(self.data["status"]["kind"])

    @property
    def evidence(self) -> str:
        """The reason for the status."""
        return str(self.data["evidence"])

    @property
    def methods(self) -> list[str]:
        """The theorems and engines that computed the answer, without duplicates."""
        return list(dict.fromkeys(part["method"] for part in self.data["components"]))

    @property
    def certificate(self) -> str | None:
        """The checked certificate, or ``None`` if it was not requested."""
        return self.data.get("certificate")

    @property
    def warnings(self) -> list[str]:
        """Warnings that the rules may not describe the intended game."""
        return [warning["message"] for warning in self.data.get("warnings", [])]

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<Answer {self.position}: {self.outcome}{value}, {self.status}>"

    def _repr_html_(self) -> str:
        value = "" if self.value is None else f", value <b>{_html.escape(str(self.value))}</b>"
        position, badge = _html.escape(self.position), _html.badge(self.status)
        head = f"<p>{position}: <b>{self.outcome}</b>{value} {badge}</p>"
        return _html.page(f"{head}<pre>{_html.escape(str(self))}</pre>")


class Explanation(Reply):
    """How Grundy answers a query for a position: facts about the games, and all methods tried."""

    __slots__ = ()

    @property
    def attempts(self) -> list[dict[str, Any]]:
        """The theorems and engines that were tried, each with its verdict and the reason."""
        games = [attempt for game in self.data["games"] for attempt in game["plan"]]
        return games + list(self.data["position_plan"])

    def __repr__(self) -> str:
        accepted = filter(lambda attempt: attempt["verdict"] == "accepted", self.attempts)
        methods = ", ".join(attempt["name"] for attempt in accepted) or "no method accepts it"
        return f"<Explanation of {self.data['position']}: {methods}>"


class Reasons(Reply):
    """The reasons for the outcome and the value of a position."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Reasons of {self.data['answer']['position']}>"


class Graph(Reply):
    """The game graph below a position.

    The first node is the position. Arcs are pairs of indices into ``nodes``.
    """

    __slots__ = ()

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The positions, each with its outcome and its value."""
        return list(self.data["nodes"])

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """The moves, each as the pair (index of the position, index of the option)."""
        return [(start, end) for start, end in self.data["arcs"]]

    @property
    def svg(self) -> str:
        """The picture in SVG."""
        return str(self.data["picture"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, in SVG."""
        _html.save(path, self.svg)

    def __repr__(self) -> str:
        counts = f"{len(self.nodes)} positions, {len(self.arcs)} moves"
        return f"<Graph of {self.data['position']}: {counts}>"

    def _repr_html_(self) -> str:
        return _html.page(_html.picture(self.svg, "graph.save('graph.svg')"))


class Report(Reply):
    """The results of the expectations and claims of rules.

    A report is true in a condition if all expectations and claims hold.
    """

    __slots__ = ()

    @property
    def passes(self) -> bool:
        """Whether every expectation and every claim holds."""
        return bool(self.data["passes"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The result of each ``expect`` and ``claim``, in the order of the rules."""
        return list(self.data["findings"])

    def __bool__(self) -> bool:
        return self.passes

    def __repr__(self) -> str:
        failing = sum(not finding["holds"] for finding in self.findings)
        counts = f"{len(self.findings)} findings, {failing or 'none'} failing"
        return f"<Report on {self.data['file']}: {counts}>"

    def __str__(self) -> str:
        def line(finding: dict[str, Any]) -> str:
            if finding["holds"]:
                result = finding["status"]["kind"]
            else:
                result = "fails: " + finding["why"]["message"]
            return f"{finding['game']}, line {finding['line']}: {finding['kind']}: {result}"

        return "\n".join(map(line, self.findings))
