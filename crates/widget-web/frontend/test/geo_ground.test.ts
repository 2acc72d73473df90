import { expect, test } from "vitest";
import { withGround } from "../src/chart/geo_ground";
import { readFigure } from "../src/view/model/figure";

const BERLIN = { type: "scattergeo", lat: [52.5], lon: [13.4] };

function geoOf(data: object[], geo: object = {}, frames: object[] = []) {
  const figure = readFigure(JSON.stringify({ data, layout: { geo }, frames }));
  return withGround(figure).layout["geo"];
}

test("a place alone is shown with its surroundings", () => {
  const around = { lonaxis: { range: [-16.6, 43.4] }, lataxis: { range: [32.5, 72.5] } };
  expect(geoOf([BERLIN])).toMatchObject({ ...around, fitbounds: false });
  expect(geoOf([BERLIN, BERLIN], { fitbounds: "locations", showland: true })).toMatchObject({
    ...around,
    showland: true,
  });
  const pole = { ...BERLIN, lat: [89] };
  expect(geoOf([pole])).toMatchObject({ lataxis: { range: [69, 90] } });
  const typed = { ...BERLIN, lat: { dtype: "i1", bdata: "NA==" } };
  expect(geoOf([typed], { lataxis: { showgrid: true } })).toMatchObject({
    lataxis: { range: [32, 72], showgrid: true },
  });
});

test("a place that is known by name or moves, or has a map of its own, is shown on all of it", () => {
  const named = { type: "scattergeo", locations: ["DEU"], locationmode: "ISO-3" };
  expect(geoOf([named])).toEqual({ fitbounds: false });
  expect(geoOf([BERLIN], {}, [{ data: [{ lat: [0], lon: [0] }] }])).toEqual({ fitbounds: false });
  expect(geoOf([BERLIN], { scope: "europe" })).toEqual({ scope: "europe", fitbounds: false });
});

test("any other map is left as it is", () => {
  const two = { ...BERLIN, lat: [52.5, 40], lon: [13.4, -3] };
  const hidden = { ...two, visible: "legendonly" };
  const regions = { type: "choropleth", locations: ["DEU"], z: [1] };
  for (const data of [[two], [BERLIN, two], [BERLIN, regions], [regions], [hidden]]) {
    expect(geoOf(data)).toEqual({});
  }
  expect(geoOf([BERLIN, hidden])).toMatchObject({ fitbounds: false });
  for (const geo of [
    { fitbounds: false },
    { center: { lon: 0 } },
    { projection: { scale: 2 } },
    { lonaxis: { range: [0, 9] } },
  ]) {
    expect(geoOf([BERLIN], geo)).toEqual(geo);
  }
});
