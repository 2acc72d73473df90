"""A figure for each feature of layouts, and for the ways in which plotly.py writes data."""

import numpy as np
import pandas as pd
import plotly.express as px
import plotly.graph_objects as go
import plotly.io as pio
from plotly.subplots import make_subplots

from figure import into
from traces import CITIES, HILLS, MONTHS, RAIN, STEPS, SUN, WAVE

FIGURES = []
figure = into(FIGURES)

DAYS = [f"2024-01-{day:02}" for day in range(1, 25)]
RAIN_LINE = go.Scatter(x=MONTHS, y=RAIN, name="rain")
SUN_LINE = go.Scatter(x=MONTHS, y=SUN, name="sun")
WAVE_LINE = go.Scatter(x=STEPS, y=WAVE, name="wave")


@figure(restyle={"y": [RAIN[::-1], SUN, SUN, RAIN]})
def subplots():
    grid = make_subplots(rows=2, cols=2, subplot_titles=["one", "two", "three", "four"])
    for at, trace in enumerate([RAIN_LINE, SUN_LINE, go.Bar(x=MONTHS, y=SUN), go.Bar(x=MONTHS, y=RAIN)]):
        grid.add_trace(trace, row=at // 2 + 1, col=at % 2 + 1)
    return grid


@figure(layout={"xaxis2.range": [1, 4]})
def subplots_shared():
    grid = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.05, row_heights=[0.7, 0.3])
    grid.add_trace(RAIN_LINE, row=1, col=1)
    return grid.add_trace(go.Bar(x=MONTHS, y=SUN), row=2, col=1)


@figure(layout={"polar.bgcolor": "honeydew", "scene.bgcolor": "lavender"})
def subplots_of_kinds():
    grid = make_subplots(rows=1, cols=3, specs=[[{"type": "xy"}, {"type": "polar"}, {"type": "scene"}]])
    grid.add_trace(RAIN_LINE, row=1, col=1)
    grid.add_trace(go.Scatterpolar(r=[1, 2, 3], theta=[0, 120, 240]), row=1, col=2)
    return grid.add_trace(go.Scatter3d(x=[1, 2, 3], y=[1, 3, 2], z=[2, 1, 3]), row=1, col=3)


@figure(restyle={"domain.x": [[0, 0.3], [0.7, 1]]})
def domains():
    grid = make_subplots(rows=1, cols=2, specs=[[{"type": "domain"}] * 2])
    grid.add_trace(go.Pie(labels=MONTHS, values=RAIN), row=1, col=1)
    return grid.add_trace(go.Pie(labels=MONTHS, values=SUN), row=1, col=2)


@figure(layout={"yaxis2.side": "left", "yaxis2.position": 0.1, "yaxis2.anchor": "free"})
def secondary_axis():
    grid = make_subplots(specs=[[{"secondary_y": True}]])
    grid.add_trace(go.Bar(x=MONTHS, y=RAIN, name="rain"), secondary_y=False)
    return grid.add_trace(SUN_LINE, secondary_y=True)


@figure(layout={"xaxis.domain": [0, 0.4], "xaxis2.domain": [0.6, 1]})
def inset_axes():
    small = go.Scatter(x=MONTHS, y=SUN, xaxis="x2", yaxis="y2")
    axes = {"xaxis2": {"domain": [0.6, 0.95], "anchor": "y2"}, "yaxis2": {"domain": [0.6, 0.95], "anchor": "x2"}}
    return go.Figure([RAIN_LINE, small], layout=axes)


@figure(layout={"shapes[0].fillcolor": "salmon", "shapes[1].line.dash": "dot"})
def shapes():
    chart = go.Figure(WAVE_LINE)
    chart.add_shape(type="rect", x0=4, x1=9, y0=0, y1=6, fillcolor="lightgreen", opacity=0.5, layer="below", label={"text": "here"})
    chart.add_shape(type="circle", x0=12, x1=18, y0=-2, y1=4, line={"color": "red"})
    return chart.add_shape(type="path", path="M 1 1 L 3 5 L 6 2 Z", line={"width": 3})


@figure(layout={"shapes[0].x0": 8, "shapes[0].x1": 8})
def lines_and_bands():
    chart = go.Figure(WAVE_LINE)
    chart.add_vline(x=6, line_dash="dash", annotation_text="six")
    chart.add_hline(y=2, line_color="red")
    return chart.add_vrect(x0=14, x1=20, fillcolor="orange", opacity=0.2, line_width=0)


@figure(layout={"annotations[0].text": "changed", "annotations[1].showarrow": False})
def annotations():
    chart = go.Figure(WAVE_LINE)
    chart.add_annotation(x=5, y=4, text="<b>bold</b> and <i>slanted</i>", arrowhead=2, ax=60, ay=-40)
    chart.add_annotation(x=15, y=0, text="framed", bordercolor="red", bgcolor="white", textangle=-30)
    return chart.add_annotation(xref="paper", yref="paper", x=1, y=1.1, text="of the paper", showarrow=False)


def square(colour):
    """A picture of one colour, as an address."""
    return "data:image/svg+xml," + f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='{colour}'/></svg>"


@figure(layout={"images[0].source": square("teal"), "images[0].opacity": 1})
def images():
    chart = go.Figure(WAVE_LINE)
    return chart.add_layout_image(source=square("orange"), xref="x", yref="y", x=2, y=6, sizex=8, sizey=6, opacity=0.5, sizing="stretch", layer="below")


def restyling(label, color):
    return {"method": "restyle", "label": label, "args": [{"line.color": color}]}


@figure(layout={"updatemenus[0].active": 1})
def dropdown():
    menu = {"buttons": [restyling("red", "red"), restyling("blue", "blue")], "x": 0, "y": 1.15, "xanchor": "left"}
    return go.Figure(WAVE_LINE, layout={"updatemenus": [menu]})


@figure(layout={"updatemenus[0].direction": "down"})
def buttons():
    menu = {"type": "buttons", "direction": "right", "buttons": [restyling("red", "red"), restyling("blue", "blue")], "y": 1.15}
    return go.Figure(WAVE_LINE, layout={"updatemenus": [menu]})


@figure(layout={"sliders[0].currentvalue.prefix": "now "})
def slider():
    steps = [restyling(colour, colour) for colour in ["red", "green", "blue"]]
    return go.Figure(WAVE_LINE, layout={"sliders": [{"steps": steps, "active": 1, "currentvalue": {"prefix": "colour "}}]})


@figure()
def frames():
    names = ["first", "second", "third"]
    steps = [go.Frame(name=name, data=[go.Scatter(y=WAVE[at : at + 8])]) for at, name in enumerate(names)]
    play = {"label": "Play", "method": "animate", "args": [None, {"frame": {"duration": 50}}]}
    goes_to = [{"label": name, "method": "animate", "args": [[name], {"mode": "immediate"}]} for name in names]
    layout = {"updatemenus": [{"type": "buttons", "buttons": [play]}], "sliders": [{"steps": goes_to}]}
    return go.Figure(go.Scatter(y=WAVE[:8]), layout=layout, frames=steps)


@figure(layout={"xaxis.rangeslider.thickness": 0.3})
def rangeslider():
    buttons = [{"count": 7, "step": "day", "stepmode": "backward", "label": "week"}, {"step": "all"}]
    axis = {"rangeslider": {"visible": True}, "rangeselector": {"buttons": buttons}}
    return go.Figure(go.Scatter(x=DAYS, y=WAVE), layout={"xaxis": axis})


@figure(layout={"xaxis.rangebreaks": []})
def rangebreaks():
    return go.Figure(go.Scatter(x=DAYS, y=WAVE), layout={"xaxis": {"rangebreaks": [{"bounds": ["sat", "mon"]}]}})


@figure(layout={"yaxis.type": "linear"})
def log_axes():
    powers = [10**power for power in range(6)]
    return go.Figure(go.Scatter(x=powers, y=powers[::-1]), layout={"xaxis": {"type": "log"}, "yaxis": {"type": "log", "exponentformat": "power"}})


@figure(layout={"xaxis.tickformat": "%d %b", "xaxis.dtick": 86400000 * 4})
def date_axis():
    return go.Figure(go.Bar(x=DAYS, y=WAVE), layout={"xaxis": {"minor": {"ticks": "inside"}}})


@figure(layout={"xaxis.categoryorder": "total descending"})
def category_axis():
    return go.Figure(go.Bar(x=MONTHS, y=RAIN), layout={"xaxis": {"categoryorder": "category ascending", "tickangle": 45}})


@figure(layout={"barmode": "stack"})
def multicategory_axis():
    groups = [["one", "one", "one", "two", "two", "two"], MONTHS]
    return go.Figure([go.Bar(x=groups, y=RAIN), go.Bar(x=groups, y=SUN)])


@figure(layout={"yaxis.autorange": True, "xaxis.showgrid": True})
def axis_lines():
    axis = {"showline": True, "mirror": "ticks", "ticks": "outside", "linewidth": 2, "zeroline": False, "showgrid": False}
    ticks = {"tickvals": [0, 10, 20], "ticktext": ["none", "ten", "twenty"]}
    return go.Figure(WAVE_LINE, layout={"xaxis": axis | ticks, "yaxis": axis | {"autorange": "reversed", "showspikes": True}})


@figure(layout={"yaxis.scaleratio": 2})
def equal_axes():
    return go.Figure(WAVE_LINE, layout={"yaxis": {"scaleanchor": "x", "scaleratio": 1, "constrain": "domain"}})


@figure(layout={"xaxis.range": [10, 5]})
def reversed_axis():
    return go.Figure(WAVE_LINE, layout={"xaxis": {"range": [20, 2], "side": "top"}})


@figure(layout={"coloraxis.colorscale": "Greens", "coloraxis.colorbar.x": 1.1})
def coloraxis():
    grid = make_subplots(rows=1, cols=2)
    grid.add_trace(go.Heatmap(z=HILLS, coloraxis="coloraxis"), row=1, col=1)
    grid.add_trace(go.Heatmap(z=[[2 * z for z in row] for row in HILLS], coloraxis="coloraxis"), row=1, col=2)
    return grid.update_layout(coloraxis={"colorscale": "Blues", "colorbar": {"orientation": "v"}})


@figure(restyle={"colorbar.orientation": "v"})
def colorbar():
    bar = {"orientation": "h", "tickvals": [-4, 0, 4], "ticktext": ["low", "zero", "high"], "title": {"text": "height", "side": "top"}}
    return go.Figure(go.Heatmap(z=HILLS, colorbar=bar))


@figure(layout={"legend.orientation": "h"})
def legend_groups():
    lines = [(RAIN_LINE, "weather"), (SUN_LINE, "weather"), (go.Scatter(x=MONTHS, y=[9, 3, 5, 8, 2, 4], name="else"), "other")]
    grouped = [go.Scatter(line).update(legendgroup=group, legendgrouptitle_text=group) for line, group in lines]
    return go.Figure(grouped, layout={"legend": {"title": {"text": "lines"}, "groupclick": "toggleitem"}})


@figure(layout={"legend2.y": 0.2})
def several_legends():
    second = go.Scatter(SUN_LINE).update(legend="legend2")
    return go.Figure([RAIN_LINE, second], layout={"legend2": {"y": 0.5, "bordercolor": "red", "borderwidth": 1}})


@figure(restyle={"visible": [True, "legendonly"]})
def hidden_traces():
    return go.Figure([go.Scatter(RAIN_LINE).update(visible="legendonly"), SUN_LINE], layout={"showlegend": True})


@figure(layout={"title.subtitle.text": "changed", "title.x": 0.5})
def titles():
    title = {"text": "Rain<br><sup>by month</sup>", "subtitle": {"text": "in a year"}, "xref": "paper", "x": 0, "pad": {"b": 10}}
    return go.Figure(RAIN_LINE, layout={"title": title, "xaxis": {"title": {"text": "month", "standoff": 20}}, "yaxis": {"title": "mm"}})


@figure(layout={"width": 480, "height": 380})
def fixed_size():
    return go.Figure(RAIN_LINE, layout={"width": 420, "height": 300, "margin": {"l": 80, "r": 10, "t": 20, "b": 40, "pad": 8}})


@figure(layout={"paper_bgcolor": "white", "plot_bgcolor": "honeydew"})
def colours():
    font = {"family": "monospace", "size": 15, "color": "darkblue"}
    layout = {"paper_bgcolor": "lavender", "plot_bgcolor": "white", "font": font, "colorway": ["teal", "orange"]}
    return go.Figure([RAIN_LINE, SUN_LINE], layout=layout)


@figure(layout={"uniformtext.minsize": 4})
def uniform_text():
    return go.Figure(go.Bar(x=MONTHS, y=RAIN, text=["a long text"] * 6, textposition="inside"), layout={"uniformtext": {"minsize": 14, "mode": "hide"}})


@figure(layout={"bargap": 0, "bargroupgap": 0.3})
def bar_gaps():
    bars = [go.Bar(x=MONTHS, y=RAIN), go.Bar(x=MONTHS, y=SUN)]
    return go.Figure(bars, layout={"bargap": 0.5, "barcornerradius": 6, "barmode": "relative"})


@figure(restyle={"selectedpoints": [[1]]})
def selection():
    points = go.Scatter(x=STEPS, y=WAVE, mode="markers", selectedpoints=[2, 3, 4])
    return go.Figure(points, layout={"selections": [{"x0": 1, "x1": 5, "y0": -1, "y1": 7}]})


@figure(layout={"geo.projection.rotation.lon": 40, "geo.showocean": True})
def geo_styles():
    geo = {"projection": {"type": "natural earth"}, "showland": True, "landcolor": "wheat", "showlakes": True, "lataxis": {"showgrid": True}}
    return go.Figure(go.Scattergeo(**CITIES), layout={"geo": geo})


@figure(layout={"map.zoom": 4})
def map_layers():
    line = {"type": "LineString", "coordinates": [[0, 45], [7, 52], [14, 44]]}
    layer = {"sourcetype": "geojson", "type": "line", "source": line, "color": "green", "line": {"width": 4}}
    layout = {"style": "white-bg", "center": {"lon": 7, "lat": 48}, "zoom": 3, "layers": [layer]}
    return go.Figure(go.Scattermap(**CITIES), layout={"map": layout})


@figure(layout={"scene.aspectmode": "cube", "scene.annotations[0].text": "changed"})
def scene():
    camera = {"eye": {"x": 2, "y": 1, "z": 0.5}, "projection": {"type": "orthographic"}}
    axes = {"xaxis": {"title": "east"}, "yaxis": {"range": [-5, 9]}, "zaxis": {"backgroundcolor": "mistyrose", "showbackground": True}}
    note = {"x": 5, "y": 2, "z": 3, "text": "here"}
    points = go.Scatter3d(x=STEPS, y=WAVE, z=WAVE, mode="markers", marker={"size": 3})
    return go.Figure(points, layout={"scene": {"camera": camera, "aspectmode": "data", "annotations": [note], **axes}})


@figure(layout={"polar.angularaxis.direction": "clockwise"})
def polar_axes():
    polar = {"radialaxis": {"angle": 45, "range": [0, 8]}, "angularaxis": {"rotation": 90, "thetaunit": "radians"}, "gridshape": "linear"}
    return go.Figure(go.Scatterpolar(r=[3, 5, 2, 4, 6], theta=["a", "b", "c", "d", "e"], fill="toself"), layout={"polar": polar})


def template(name):
    return pio.templates[name]


@figure(layout={"title.text": "Changed"})
def template_dark():
    return go.Figure([RAIN_LINE, SUN_LINE], layout={"template": template("plotly_dark")})


@figure(layout={"title.text": "Changed"})
def template_ggplot2():
    return go.Figure([go.Bar(x=MONTHS, y=RAIN), go.Bar(x=MONTHS, y=SUN)], layout={"template": template("ggplot2")})


@figure(layout={"title.text": "Changed"})
def template_simple_white():
    return go.Figure(go.Histogram2dContour(x=WAVE, y=WAVE[::-1]), layout={"template": template("simple_white")})


@figure(template="seaborn", layout={"title.text": "Changed"})
def template_by_name():
    return go.Figure([go.Bar(x=MONTHS, y=RAIN), go.Bar(x=MONTHS, y=SUN)], layout={"template": template("seaborn")})


@figure(template="plotly_white+gridon", layout={"title.text": "Changed"})
def templates_by_name():
    return go.Figure([RAIN_LINE, SUN_LINE], layout={"template": template("plotly_white+gridon")})


@figure(restyle={"marker.color": "crimson"})
def template_of_own():
    own = {"data": {"bar": [{"marker": {"color": "teal"}}]}, "layout": {"title": {"text": "of the template"}, "annotationdefaults": {"font": {"color": "red"}}}}
    chart = go.Figure(go.Bar(x=MONTHS, y=RAIN), layout={"template": own})
    return chart.add_annotation(x="Mar", y=61, text="wet")


FRAME = pd.DataFrame(
    {
        "month": MONTHS * 4,
        "value": WAVE,
        "city": ["Rome"] * 6 + ["Oslo"] * 6 + ["Rome"] * 6 + ["Oslo"] * 6,
        "year": ["2023"] * 12 + ["2024"] * 12,
    }
)


@figure(layout={"xaxis.range": [-1, 3]})
def facets():
    return px.scatter(FRAME, x="month", y="value", color="city", facet_row="year", facet_col="city")


@figure(layout={"barmode": "stack"})
def express_bar():
    return px.bar(FRAME, x="month", y="value", color="city", barmode="group", pattern_shape="year")


@figure()
def express_marginals():
    return px.scatter(FRAME, x=WAVE[::-1], y="value", color="city", marginal_x="histogram", marginal_y="box")


@figure(layout={"title.text": "Changed"})
def express_animation():
    return px.bar(FRAME, x="month", y="value", color="city", animation_frame="year", range_y=[-5, 10])


@figure(restyle={"line.width": 5})
def typed_arrays():
    kinds = [np.float64, np.float32, np.int8, np.int16, np.uint8, np.int32]
    steps, wave = np.array(STEPS), np.array(WAVE)
    lines = [go.Scatter(x=steps.astype(kind), y=(wave + 6).astype(kind) + at, name=kind.__name__) for at, kind in enumerate(kinds)]
    return go.Figure(lines)


@figure(restyle={"colorscale": "Reds"})
def typed_tables():
    return go.Figure(go.Heatmap(z=np.array(HILLS, dtype=np.float32), x=np.arange(12, dtype=np.uint16), y=np.arange(10)))


@figure(restyle={"ncontours": 6})
def typed_contours():
    return go.Figure(go.Contour(z=np.array(HILLS)))


@figure(restyle={"connectgaps": True})
def gaps():
    values = np.array(WAVE)
    values[[3, 4, 11]] = np.nan
    return go.Figure([go.Scatter(x=DAYS, y=values), go.Bar(x=DAYS, y=[None if day % 3 else day for day in range(24)])])


@figure(restyle={"line.color": "crimson"})
def dates_of_pandas():
    days = pd.date_range("2024-01-01", periods=24, freq="h")
    return go.Figure(go.Scatter(x=days, y=WAVE))
