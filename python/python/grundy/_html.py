"""What notebooks show: pages of HTML without script, for light and dark."""

from __future__ import annotations

from os import PathLike

from grundy import _core

#: Bytes of a picture that a notebook is given.
MOST = 200_000

#: Colours of what is coloured, for pages that are light and for those that are dark.
LIGHT = "--word:#7a3e9d;--number:#0b5e8a;--text:#4b6a1f;--comment:#6b6b6b"
DARK = "--word:#d2a8ff;--number:#79c0ff;--text:#a5d67b;--comment:#9a9a9a"

# Plain text has the colour of the page. JupyterLab, VS Code and Colab say themselves whether they are dark, whatever the system is.
STYLE = f"""<style>
.grundy{{font-family:system-ui,sans-serif;line-height:1.4;color:inherit;{LIGHT}}}
@media (prefers-color-scheme:dark){{.grundy{{{DARK}}}}}
[data-jp-theme-light=true] .grundy,.vscode-light .grundy,html[theme=light] .grundy{{{LIGHT}}}
[data-jp-theme-light=false] .grundy,.vscode-dark .grundy,html[theme=dark] .grundy{{{DARK}}}
.grundy pre{{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em;background:#8881;color:inherit;padding:.6em .8em;margin:.5em 0;border-radius:4px;
overflow:auto;text-align:left}}
.grundy .word{{color:var(--word);font-weight:600}}.grundy .number{{color:var(--number)}}.grundy .text{{color:var(--text)}}
.grundy .comment{{color:var(--comment);font-style:italic}}
.grundy .badge{{display:inline-block;border:1px solid currentColor;border-radius:3px;padding:0 .4em;font-size:.85em}}
.grundy .picture{{background:#fff;color:#1b1b1b;display:inline-block;padding:4px;border-radius:4px;max-width:100%;overflow:auto}}
</style>"""


def escape(text: str) -> str:
    """A text as HTML writes it."""
    import html  # Its list of named characters is long, and nobody waits for it who shows nothing.

    return html.escape(text)


def save(path: str | PathLike[str], svg: str) -> None:
    """Writes a picture to a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(svg)


def page(body: str) -> str:
    """A body with its style."""
    return f'{STYLE}<div class="grundy">{body}</div>'


def badge(status: str) -> str:
    """How far an answer may be trusted."""
    return f'<span class="badge">{escape(status)}</span>'


def picture(svg: str, saving: str) -> str:
    """A picture, or how to save it where it is too large."""
    if len(svg.encode()) > MOST:
        return f"<p>This picture has {len(svg.encode()):,} bytes; <code>{escape(saving)}</code> saves it.</p>"
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
