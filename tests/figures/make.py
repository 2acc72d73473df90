"""Writes figures.json, one figure of plotly.py for each trace type and each layout feature, and templates.json,
its templates by their names.

`make.py` writes them, `make.py --check` says whether they are as they would be written. Both need the packages of
requirements.txt, and no network.
"""

import json
import sys
from pathlib import Path

import plotly.graph_objects as go
import plotly.io as pio
from plotly.basedatatypes import BaseTraceType

# A figure that chooses no template is drawn in the colours of the page. This one is a choice, and next to empty.
pio.templates.default = "none"

import layouts
import traces

FIGURES = Path(__file__).with_name("figures.json")
TEMPLATES = Path(__file__).with_name("templates.json")

# Every figure is also drawn over an older drawing of itself. A figure may have another `layout` here.
CHANGE = {"layout": {"title.text": "Changed", "font.size": 14}}


def entry(make):
    """One figure with its change and the name of its template, if that is tried."""
    figure = json.loads(make().to_json())
    template = {"template": make.template} if make.template else {}
    return {"name": make.__name__, "figure": figure, "change": CHANGE | make.change, **template}


def missing(entries):
    """The trace types of plotly.py that no figure has."""
    every = (value for value in vars(go).values() if isinstance(value, type))
    types = {value().type for value in every if issubclass(value, BaseTraceType)}
    return types - {trace["type"] for entry in entries for trace in entry["figure"]["data"]}


def compact(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def figures_text():
    """A line for each figure, so that a difference is seen by figure."""
    entries = [entry(make) for make in traces.FIGURES + layouts.FIGURES]
    if types := missing(entries):
        sys.exit(f"no figure has a trace of the types {', '.join(sorted(types))}")
    lines = ",\n".join(compact(entry) for entry in entries)
    return f"[\n{lines}\n]\n"


def templates_text():
    """A line for each template."""
    templates = ((name, pio.templates[name].to_plotly_json()) for name in pio.templates)
    lines = ",\n".join(f"{json.dumps(name)}:{compact(template)}" for name, template in templates)
    return f"{{\n{lines}\n}}\n"


def main():
    for output, text in ((FIGURES, figures_text()), (TEMPLATES, templates_text())):
        if "--check" not in sys.argv[1:]:
            output.write_text(text, encoding="utf-8")
        elif output.read_text(encoding="utf-8") != text:
            sys.exit(f"{output} is not as make.py writes it: run make.py")


main()
