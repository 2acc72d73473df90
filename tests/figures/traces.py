"""A figure for each trace type."""

import math

import numpy as np
import plotly.graph_objects as go

from figure import into

FIGURES = []
figure = into(FIGURES)

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
RAIN = [78, 52, 61, 44, 39, 57]
SUN = [2.1, 3.4, 4.6, 6.2, 7.7, 7.1]

# Waves in place of noise: the same digits on every machine. Lists, since arrays of numpy become typed arrays.
STEPS = list(range(24))
WAVE = [round(4 * math.sin(step / 3) + step % 5, 2) for step in STEPS]
HILLS = [[round(3 * math.sin(x / 2) + 2 * math.cos(y / 2), 2) for x in range(12)] for y in range(10)]


@figure(restyle={"line.dash": "dot", "y": [RAIN[::-1], SUN]})
def scatter():
    return go.Figure(
        [
            go.Scatter(x=MONTHS, y=RAIN, name="rain", mode="lines+markers", line={"shape": "spline"}),
            go.Scatter(x=MONTHS, y=SUN, name="sun", mode="lines", fill="tozeroy"),
        ]
    )


@figure(restyle={"marker.symbol": "diamond", "error_y.visible": False})
def scatter_markers():
    size = list(range(8, 20, 2))
    error = {"type": "data", "array": [4, 6, 5, 7, 3, 5]}
    marker = {"size": size, "color": RAIN, "colorscale": "Viridis", "showscale": True}
    return go.Figure(go.Scatter(x=SUN, y=RAIN, mode="markers+text", text=MONTHS, textposition="top center", marker=marker, error_y=error))


@figure(restyle={"stackgroup": "one", "groupnorm": "percent"})
def scatter_stacked():
    areas = [("a", RAIN), ("b", [20, 30, 10, 25, 40, 30])]
    return go.Figure([go.Scatter(x=MONTHS, y=y, name=name, stackgroup="one") for name, y in areas])


@figure(restyle={"marker.color": "crimson"})
def scattergl():
    return go.Figure(go.Scattergl(x=STEPS, y=WAVE, mode="lines+markers", marker={"size": 9}))


@figure(restyle={"y": [RAIN[::-1], SUN], "marker.pattern.shape": "/"})
def bar():
    return go.Figure([go.Bar(x=MONTHS, y=RAIN, name="rain", text=RAIN), go.Bar(x=MONTHS, y=SUN, name="sun")])


@figure(layout={"barmode": "group"})
def bar_horizontal():
    bars = [go.Bar(y=MONTHS, x=RAIN, orientation="h", name="rain"), go.Bar(y=MONTHS, x=SUN, orientation="h", name="sun")]
    return go.Figure(bars, layout={"barmode": "stack"})


@figure(restyle={"boxmean": "sd", "boxpoints": "all"})
def box():
    return go.Figure([go.Box(y=WAVE, name="wave"), go.Box(y=[y + 3 for y in WAVE[:12]], name="half", boxpoints="outliers")])


@figure(restyle={"side": "positive", "points": "all"})
def violin():
    return go.Figure([go.Violin(y=WAVE, name="wave", box={"visible": True}), go.Violin(y=WAVE[:12], name="half")])


@figure(restyle={"nbinsx": 5})
def histogram():
    return go.Figure([go.Histogram(x=WAVE, name="all"), go.Histogram(x=WAVE[:12], name="half")], layout={"barmode": "overlay"})


@figure(restyle={"colorscale": "Greens"})
def histogram2d():
    return go.Figure(go.Histogram2d(x=WAVE, y=WAVE[::-1], nbinsx=6, nbinsy=6))


@figure(restyle={"contours.coloring": "heatmap"})
def histogram2dcontour():
    return go.Figure(go.Histogram2dContour(x=WAVE, y=WAVE[::-1], nbinsx=6, nbinsy=6))


@figure(restyle={"colorscale": "Reds", "xgap": 3})
def heatmap():
    return go.Figure(go.Heatmap(z=HILLS, colorscale="Blues", texttemplate="%{z:.0f}", colorbar={"title": "height"}))


@figure(restyle={"ncontours": 6, "contours.coloring": "lines"})
def contour():
    return go.Figure(go.Contour(z=HILLS, contours={"showlabels": True}))


@figure(restyle={"opacity": 0.5})
def image():
    rows = [[[40 * x, 40 * y, 120] for x in range(6)] for y in range(5)]
    return go.Figure(go.Image(z=rows))


@figure(restyle={"hole": 0.5, "values": [[1, 2, 3, 4, 5, 6]]})
def pie():
    return go.Figure(go.Pie(labels=MONTHS, values=RAIN, pull=[0, 0.2, 0, 0, 0, 0], textinfo="label+percent"))


@figure(restyle={"connector.visible": False})
def funnel():
    return go.Figure(go.Funnel(y=["seen", "asked", "bought"], x=[120, 60, 22], textinfo="value+percent initial"))


@figure(restyle={"baseratio": 0.8})
def funnelarea():
    return go.Figure(go.Funnelarea(labels=["seen", "asked", "bought"], values=[5, 3, 1]))


@figure(restyle={"orientation": "v", "decreasing.marker.color": "black"})
def waterfall():
    measure = ["relative", "relative", "total", "relative", "total"]
    return go.Figure(go.Waterfall(x=MONTHS[:5], y=[60, -20, None, 15, None], measure=measure, textposition="outside", text=["+60", "-20", "40", "+15", "55"]))


PRICES = {
    "x": ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"],
    "open": [10, 12, 11.5, 13, 12.5],
    "high": [12.5, 13, 13.5, 13.8, 14],
    "low": [9.5, 11, 11, 12, 12.2],
    "close": [12, 11.5, 13, 12.5, 13.8],
}


@figure(restyle={"increasing.line.color": "navy"})
def candlestick():
    return go.Figure(go.Candlestick(**PRICES))


@figure(restyle={"tickwidth": 0.1}, layout={"xaxis.rangeslider.visible": False})
def ohlc():
    return go.Figure(go.Ohlc(**PRICES))


@figure(layout={"yaxis.range": [-1, 6]})
def quiver():
    at = np.arange(5)
    x, y = (grid.ravel().tolist() for grid in np.meshgrid(at, at))
    return go.Figure(go.Quiver(x=x, y=y, u=[1] * 25, v=np.round(np.sin(x), 2).tolist()))


FLOWER = {"r": [3, 5, 2, 4, 6, 3], "theta": [0, 60, 120, 180, 240, 300]}


@figure(restyle={"fill": "toself"}, layout={"polar.sector": [0, 270]})
def scatterpolar():
    return go.Figure(go.Scatterpolar(**FLOWER, mode="lines+markers"))


@figure(restyle={"marker.color": "crimson"})
def scatterpolargl():
    return go.Figure(go.Scatterpolargl(**FLOWER, mode="markers", marker={"size": 12}))


@figure(restyle={"r": [[6, 5, 4, 3, 2, 1]]}, layout={"polar.hole": 0.3})
def barpolar():
    return go.Figure(go.Barpolar(**FLOWER, marker={"color": FLOWER["r"], "colorscale": "Plasma"}))


@figure(restyle={"marker.symbol": "square"}, layout={"smith.realaxis.tickcolor": "red"})
def scattersmith():
    return go.Figure(go.Scattersmith(real=[0.2, 0.5, 1, 2], imag=[0.5, 1, 1.5, -1], mode="lines+markers"))


@figure(restyle={"marker.size": 16}, layout={"ternary.sum": 10})
def scatterternary():
    corners = {"aaxis": {"title": "sand"}, "baxis": {"title": "silt"}, "caxis": {"title": "clay"}}
    points = go.Scatterternary(a=[7, 2, 3, 1], b=[2, 6, 3, 4], c=[1, 2, 4, 5], mode="markers")
    return go.Figure(points, layout={"ternary": {"sum": 1, **corners}})


CARPET = go.Carpet(
    a=[1, 1, 1, 2, 2, 2, 3, 3, 3],
    b=[1, 2, 3, 1, 2, 3, 1, 2, 3],
    x=[1, 1.3, 1.8, 2, 2.3, 2.8, 3, 3.3, 3.8],
    y=[1, 1.8, 2.9, 1.3, 2.2, 3.1, 1.9, 2.7, 3.7],
    aaxis={"title": "a"},
    baxis={"title": "b"},
)


@figure(restyle={"aaxis.gridcolor": "red", "baxis.minorgridcount": 3})
def carpet():
    return go.Figure(CARPET)


@figure(traces=[1], restyle={"marker.color": "crimson"})
def scattercarpet():
    return go.Figure([CARPET, go.Scattercarpet(a=[1.2, 1.8, 2.6], b=[1.5, 2.2, 2.9], marker={"size": 12})])


@figure(traces=[1], restyle={"colorscale": "Greens"})
def contourcarpet():
    contour = go.Contourcarpet(a=CARPET.a, b=CARPET.b, z=[1, 2, 4, 2, 3, 5, 3, 5, 8], colorbar={"title": "height"})
    return go.Figure([CARPET, contour])


@figure(restyle={"mode": "lines", "projection.z.show": True})
def scatter3d():
    return go.Figure(go.Scatter3d(x=STEPS, y=WAVE, z=WAVE[::-1], mode="lines+markers", marker={"size": 4}))


@figure(restyle={"colorscale": "Greens"}, layout={"scene.camera.eye": {"x": 1, "y": 2, "z": 1}})
def surface():
    return go.Figure(go.Surface(z=HILLS, contours={"z": {"show": True}}))


@figure(restyle={"color": "gold"})
def mesh3d():
    corners = {"x": [0, 1, 2, 0], "y": [0, 0, 1, 2], "z": [0, 2, 0, 1]}
    faces = {"i": [0, 0, 0, 1], "j": [1, 2, 3, 2], "k": [2, 3, 1, 3]}
    return go.Figure(go.Mesh3d(**corners, **faces, intensity=[0, 1, 2, 3]))


@figure(restyle={"sizeref": 1})
def cone():
    return go.Figure(go.Cone(x=[0, 1, 2], y=[0, 1, 0], z=[0, 0, 1], u=[1, 0, 1], v=[0, 1, 1], w=[1, 1, 0]))


def lattice(count):
    """The coordinates of a cube of points, each a list."""
    axis = np.arange(count)
    return {name: grid.ravel().tolist() for name, grid in zip("xyz", np.meshgrid(axis, axis, axis, indexing="ij"))}


@figure(restyle={"colorscale": "Greens"})
def streamtube():
    at = lattice(4)
    return go.Figure(go.Streamtube(**at, u=[1] * 64, v=np.round(np.sin(at["x"]), 2).tolist(), w=[0.2] * 64))


def blob():
    at = lattice(5)
    distances = [x * x + y * y + z for x, y, z in zip(at["x"], at["y"], at["z"])]
    return {**at, "value": distances}


@figure(restyle={"isomax": 16})
def isosurface():
    return go.Figure(go.Isosurface(**blob(), isomin=4, isomax=20, surface={"count": 2}))


@figure(restyle={"opacity": 0.4})
def volume():
    return go.Figure(go.Volume(**blob(), isomin=4, isomax=28, opacity=0.2, surface={"count": 5}))


CITIES = {"lon": [2.35, 13.4, -0.13, 12.5], "lat": [48.86, 52.52, 51.51, 41.9]}
SQUARES = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "id": name,
            "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[[x, 45], [x, 50], [x + 6, 50], [x + 6, 45], [x, 45]]]},
        }
        for name, x in [("west", 0), ("east", 8)]
    ],
}


@figure(restyle={"marker.size": 20}, layout={"geo.showcountries": True})
def scattergeo():
    return go.Figure(go.Scattergeo(**CITIES, mode="markers+lines", marker={"size": 10}), layout={"geo": {"scope": "europe"}})


@figure(restyle={"colorscale": "Greens"}, layout={"geo.projection.type": "orthographic"})
def choropleth():
    return go.Figure(go.Choropleth(locations=["FRA", "DEU", "ITA", "BRA"], z=[1, 2, 3, 4]))


@figure(restyle={"z": [[5, 1]]})
def choropleth_geojson():
    layout = {"geo": {"fitbounds": "locations", "visible": False}}
    return go.Figure(go.Choropleth(geojson=SQUARES, locations=["west", "east"], z=[1, 2]), layout=layout)


PLAIN_MAP = {"style": "white-bg", "center": {"lon": 7, "lat": 48}, "zoom": 3}


@figure(restyle={"marker.color": "crimson"})
def scattermap():
    return go.Figure(go.Scattermap(**CITIES, mode="markers+lines", marker={"size": 14}), layout={"map": PLAIN_MAP})


@figure(restyle={"z": [[5, 1]], "colorscale": "Greens"})
def choroplethmap():
    return go.Figure(go.Choroplethmap(geojson=SQUARES, locations=["west", "east"], z=[1, 2]), layout={"map": PLAIN_MAP})


@figure(restyle={"radius": 60})
def densitymap():
    return go.Figure(go.Densitymap(**CITIES, z=[1, 2, 3, 1], radius=40), layout={"map": PLAIN_MAP})


TREE = {
    "labels": ["all", "north", "south", "a", "b", "c"],
    "parents": ["", "all", "all", "north", "north", "south"],
    "values": [0, 0, 0, 3, 2, 4],
}


@figure(restyle={"values": [[0, 0, 0, 1, 5, 2]]})
def sunburst():
    return go.Figure(go.Sunburst(**TREE))


@figure(restyle={"tiling.packing": "slice", "marker.cornerradius": 8})
def treemap():
    return go.Figure(go.Treemap(**TREE, textinfo="label+value"))


@figure(restyle={"tiling.orientation": "v"})
def icicle():
    return go.Figure(go.Icicle(**TREE, marker={"colorscale": "Blues"}))


@figure(restyle={"orientation": "v"})
def sankey():
    links = {"source": [0, 0, 1, 2], "target": [1, 2, 3, 3], "value": [8, 4, 8, 4]}
    return go.Figure(go.Sankey(node={"label": ["in", "left", "right", "out"]}, link=links))


@figure(restyle={"header.fill.color": "lavender"})
def table():
    return go.Figure(go.Table(header={"values": ["month", "rain"]}, cells={"values": [MONTHS, RAIN], "format": [None, ".1f"]}))


@figure(restyle={"value": 91, "gauge.shape": "bullet"})
def indicator():
    return go.Figure(go.Indicator(mode="number+delta+gauge", value=72, delta={"reference": 60}, gauge={"axis": {"range": [0, 100]}}))


IRIS = {"length": [5.1, 4.9, 6.4, 5.8, 6.9], "width": [3.5, 3.0, 3.2, 2.7, 3.1], "petal": [1.4, 1.4, 4.5, 5.1, 4.9]}


@figure(restyle={"showupperhalf": False, "diagonal.visible": False})
def splom():
    dimensions = [{"label": label, "values": values} for label, values in IRIS.items()]
    return go.Figure(go.Splom(dimensions=dimensions, marker={"size": 9}))


@figure(restyle={"line.color": "crimson"})
def parcoords():
    dimensions = [{"label": label, "values": values} for label, values in IRIS.items()]
    return go.Figure(go.Parcoords(dimensions=dimensions, line={"color": IRIS["petal"], "colorscale": "Viridis"}))


@figure(restyle={"line.shape": "hspline"})
def parcats():
    dimensions = [{"label": "sex", "values": ["f", "m", "m", "f"]}, {"label": "class", "values": ["1", "2", "1", "1"]}]
    return go.Figure(go.Parcats(dimensions=dimensions, line={"color": [0, 1, 1, 0], "colorscale": [[0, "teal"], [1, "orange"]]}))
