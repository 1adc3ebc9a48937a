"""HTML for notebooks, without scripts, for light and dark themes."""

from __future__ import annotations

from os import PathLike

from grundy import _core

#: Maximum size of a picture in a notebook, in bytes.
MAX_PICTURE_BYTES = 200_000

#: Colours of tokens in light and dark themes.
LIGHT = "--keyword:#7a3e9d;--number:#0b5e8a;--text:#4b6a1f;--comment:#6b6b6b"
DARK = "--keyword:#d2a8ff;--number:#79c0ff;--text:#a5d67b;--comment:#9a9a9a"

# Plain text has the colour of the web page that contains the output. JupyterLab, VS Code and Colab
# have a theme of their own, which may differ from the theme of the system.
STYLE = f"""<style>
.grundy{{font-family:system-ui,sans-serif;line-height:1.4;color:inherit;{LIGHT}}}
@media (prefers-color-scheme:dark){{.grundy{{{DARK}}}}}
[data-jp-theme-light=true] .grundy,.vscode-light .grundy,html[theme=light] .grundy{{{LIGHT}}}
[data-jp-theme-light=false] .grundy,.vscode-dark .grundy,html[theme=dark] .grundy{{{DARK}}}
.grundy pre{{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em;
background:#8881;color:inherit;
padding:.6em .8em;margin:.5em 0;border-radius:4px;overflow:auto;text-align:left}}
.grundy .keyword{{color:var(--keyword);font-weight:600}}
.grundy .number{{color:var(--number)}}.grundy .text{{color:var(--text)}}
.grundy .comment{{color:var(--comment);font-style:italic}}
.grundy .badge{{display:inline-block;border:1px solid currentColor;
border-radius:3px;padding:0 .4em;font-size:.85em}}
.grundy .picture{{background:#fff;color:#1b1b1b;display:inline-block;
padding:4px;border-radius:4px;max-width:100%;overflow:auto}}
</style>"""


def escape(text: str) -> str:
    """Return a text with the special characters of HTML escaped."""
    import html  # Imported on first use: the list of named characters in this module is long.

    return html.escape(text)


def save(path: str | PathLike[str], svg: str) -> None:
    """Write a picture to a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(svg)


def page(body: str) -> str:
    """Return a body together with its style sheet."""
    return f'{STYLE}<div class="grundy">{body}</div>'


def badge(status: str) -> str:
    """Return the badge of a status."""
    return f'<span class="badge">{escape(status)}</span>'


def picture(svg: str, saving: str) -> str:
    """Return the HTML of a picture, or the call that saves the picture if it is too large."""
    if len(svg.encode()) > MAX_PICTURE_BYTES:
        size, call = f"{len(svg.encode()):,}", escape(saving)
        return f"<p>This picture has {size} bytes; <code>{call}</code> saves it.</p>"
    return f'<div class="picture">{svg}</div>'


def rules(source: str) -> str:
    """Return rules with colours for the token classes of Grundy's lexer."""
    parts, at = [], 0
    for start, end, kind in _core.tokens(source):
        if kind in ("name", "symbol"):
            continue  # Names and symbols have the colour of plain text.
        parts.append(escape(source[at:start]))
        parts.append(f'<span class="{kind}">{escape(source[start:end])}</span>')
        at = end
    parts.append(escape(source[at:]))
    return f"<pre>{''.join(parts)}</pre>"
