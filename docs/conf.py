"""How the site is made of these pages: `make docs`. decisions/0007-site.md says why it is Sphinx."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref

import stavka

project = "Stavka"
author = "The Stavka authors"
version = release = stavka.__version__
html_title = "Stavka"
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["screens", "pictures"]
nitpicky = False
highlight_language = "none"
default_role = "code"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a2f22", "color-brand-content": "#8a2f22"},
    "dark_css_variables": {"color-brand-primary": "#e08a78", "color-brand-content": "#e08a78"},
}
html_copy_source = False
html_show_sourcelink = False

OUTSIDE = re.compile(
    r"""<(?:script|img|iframe|source)[^>]*\ssrc=["']?(?:https?:)?//[^>]*"""
    r"""|<link(?![^>]*rel=["']?canonical)[^>]*\shref=["']?(?:https?:)?//[^>]*"""
    r"""|url\(["']?(?:https?:)?//[^)]*|@import[^;]*//[^;]*"""
)
"""What makes a browser load something from another host."""
INDENT = 4


def set_code_apart(app: Any, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Our docstrings set code in by four spaces and lists right below their sentence, as Markdown has it; Sphinx wants
    `::` before the one and an empty line before the other."""
    made: list[str] = []
    in_code = in_list = False
    for line in lines:
        before = made[-1] if made else ""
        deep = len(line) - len(line.lstrip())
        if line.strip():
            if deep >= INDENT and not in_code and not in_list and not before.strip():
                made += ["::", ""]
                in_code = True
            elif deep < INDENT:
                in_code = False
            if line.lstrip().startswith("- "):
                if not in_list and before.strip():
                    made.append("")
                in_list = True
            elif deep == 0:
                in_list = False
        made.append(line)
    lines[:] = made


def refuse_other_hosts(app: Any, failed: Exception | None) -> None:
    """The site must work without a network, and tell nobody who reads it."""
    if failed is not None or app.builder.format != "html":
        return
    for file in sorted(Path(app.outdir).rglob("*")):
        if file.suffix in (".html", ".css") and (found := OUTSIDE.search(file.read_text("utf-8"))):
            raise RuntimeError(f"{file} loads something from another host: {found[0]}")


def name_in_full(app: Any, doctree: Any) -> None:
    """A bare name in an annotation refers to what its module means by it: several classes are called `Offer`."""
    for link in doctree.findall(pending_xref):
        module = sys.modules.get(link.get("py:module") or "")
        meant = getattr(module, link.get("reftarget", ""), None)
        if isinstance(meant, type) and meant.__module__.startswith("stavka."):
            link["reftarget"] = f"{meant.__module__}.{meant.__qualname__}"


def setup(app: Any) -> None:
    app.add_lexer("record", TextLexer)
    app.connect("doctree-read", name_in_full)
    app.connect("autodoc-process-docstring", set_code_apart)
    app.connect("build-finished", refuse_other_hosts)
