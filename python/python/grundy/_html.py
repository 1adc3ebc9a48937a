"""What notebooks show: pages of HTML without script, for light and dark."""

from __future__ import annotations

from html import escape

from grundy import _core

#: Bytes of a picture that a notebook is given.
MOST = 200_000

STYLE = """<style>
.grundy{font-family:system-ui,sans-serif;line-height:1.4;color:#1b1b1b}
.grundy pre{background:#f6f6f4;color:#1b1b1b;padding:.6em .8em;border-radius:4px;overflow:auto;text-align:left}
.grundy .word{color:#7a3e9d;font-weight:600}.grundy .number{color:#0b5e8a}.grundy .text{color:#4b6a1f}.grundy .comment{color:#6b6b6b;font-style:italic}
.grundy .badge{display:inline-block;border:1px solid currentColor;border-radius:3px;padding:0 .4em;font-size:.85em}
.grundy .picture{background:#fff;display:inline-block;padding:4px;border-radius:4px;max-width:100%;overflow:auto}
@media (prefers-color-scheme:dark){.grundy{color:#e6e6e6}.grundy pre{background:#232326;color:#e6e6e6}
.grundy .word{color:#d2a8ff}.grundy .number{color:#79c0ff}.grundy .text{color:#a5d67b}.grundy .comment{color:#9a9a9a}}
</style>"""


def page(body: str) -> str:
    """A body with its style."""
    return f'{STYLE}<div class="grundy">{body}</div>'


def badge(status: str) -> str:
    """How far an answer may be trusted."""
    return f'<span class="badge">{escape(status)}</span>'


def picture(svg: str, save: str) -> str:
    """A picture, or how to save it where it is too large."""
    if len(svg.encode()) > MOST:
        return f"<p>This picture has {len(svg.encode()):,} bytes; <code>{escape(save)}</code> saves it.</p>"
    return f'<div class="picture">{svg}</div>'


def rules(source: str) -> str:
    """Rules in the colours of Grundy's own lexer."""
    parts, at = [], 0
    for start, end, kind in _core.tokens(source):
        if kind in ("name", "sign"):
            continue  # These have the colour of the text.
        parts.append(escape(source[at:start]))
        parts.append(f'<span class="{kind}">{escape(source[start:end])}</span>')
        at = end
    parts.append(escape(source[at:]))
    return f"<pre>{''.join(parts)}</pre>"
