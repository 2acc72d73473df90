/** The points of a chart as a table for spreadsheets. Pure. */

import { csvText } from "../view/model/csv";
import { exactListOf } from "../view/model/digits";
import type { Figure } from "../view/model/figure";
import { isJsonObject, type Json, type JsonObject } from "../wire/json";

/** Columns of a table by their names. */
type Columns = Map<string, Json[]>;

/**
 * A row for each point: its trace, its place there, and what the trace's lists say of it; `null`
 * when there are no points.
 */
export function csvOf({ data }: Figure): string | null {
  const traces = data.map(columnsOf);
  const columns = [...new Set(traces.flatMap((own) => [...own.keys()]))];
  const rows = data.flatMap((trace, number) => {
    const own = traces[number] ?? new Map<string, Json[]>();
    const length = Math.max(0, ...[...own.values()].map((list) => list.length));
    const name = nameOf(trace, number);
    return Array.from({ length }, (_, index) => [
      name,
      index,
      ...columns.map((column) => own.get(column)?.[index] ?? null),
    ]);
  });
  return rows.length === 0 ? null : csvText([["trace", "index", ...columns], ...rows]);
}

function columnsOf(trace: JsonObject): Columns {
  switch (trace["type"]) {
    case "sankey":
      return columnsOfFlows(trace);
    case "table":
      return columnsOfTable(trace);
    case "splom":
    case "parcoords":
    case "parcats":
      return columnsOfDimensions(trace);
    case "indicator":
      return new Map([["value", [trace["value"] ?? null]]]);
    default:
      return columnsOfGrid(trace) ?? lists(trace);
  }
}

/** The lists of an object by their names. */
function lists(object: Json | undefined): Columns {
  const entries = isJsonObject(object) ? Object.entries(object) : [];
  return new Map(
    entries.flatMap(([name, value]) => {
      const list = exactListOf(value);
      return list === null ? [] : [[name, list] as const];
    }),
  );
}

/** A matrix has a row for each of its cells; `null` for a trace that has none. */
function columnsOfGrid(trace: JsonObject): Columns | null {
  const matrix = matrixOf(trace["z"]);
  if (matrix === null) return null;
  const cells = matrix.flatMap((row, y) => row.map((_, x) => ({ x, y })));
  const along = (name: "x" | "y") => {
    const places = exactListOf(trace[name]);
    const grid = matrixOf(trace[name]);
    const [start, step] = [trace[`${name}0`] ?? 0, trace[`d${name}`] ?? 1];
    return cells.map((cell): Json => {
      if (grid !== null) return grid[cell.y]?.[cell.x] ?? null;
      if (places !== null) return places[cell[name]] ?? null;
      return typeof start === "number" && typeof step === "number"
        ? start + cell[name] * step
        : cell[name];
    });
  };
  const columns: Columns = new Map([
    ["x", along("x")],
    ["y", along("y")],
  ]);
  for (const [name, list] of lists(trace)) {
    const values = matrixOf(list);
    if (name !== "x" && name !== "y" && values !== null) {
      columns.set(
        name,
        cells.map(({ x, y }) => values[y]?.[x] ?? null),
      );
    }
  }
  return columns;
}

function matrixOf(value: Json | undefined): Json[][] | null {
  const rows = exactListOf(value)?.map((row) => exactListOf(row));
  return rows !== undefined && rows.length > 0 && rows.every((row) => row !== null) ? rows : null;
}

/** The links between the nodes, which have names. */
function columnsOfFlows({ node, link }: JsonObject): Columns {
  const names = lists(node).get("label") ?? [];
  const named = (index: Json) => (typeof index === "number" ? names[index] : null) ?? index;
  const columns = lists(link);
  for (const end of ["source", "target"]) {
    const own = columns.get(end);
    if (own !== undefined) columns.set(end, own.map(named));
  }
  return columns;
}

function columnsOfTable({ header, cells }: JsonObject): Columns {
  const titles = lists(header).get("values") ?? [];
  const columns = lists(cells).get("values") ?? [];
  return named(columns.map((values, index) => [titles[index], values]));
}

function columnsOfDimensions({ dimensions }: JsonObject): Columns {
  const all = Array.isArray(dimensions) ? dimensions.filter(isJsonObject) : [];
  return named(all.map(({ label, values }) => [label, values]));
}

/** Columns by their titles; one without a title, or with that of another, by its place. */
function named(pairs: [Json | undefined, Json | undefined][]): Columns {
  const columns: Columns = new Map();
  for (const [index, [title, values]] of pairs.entries()) {
    // A title of a table may have several lines.
    const name = [title ?? ""].flat().map(String).join(" ");
    const isFree = name !== "" && !columns.has(name);
    columns.set(isFree ? name : `column ${index}`, exactListOf(values) ?? []);
  }
  return columns;
}

function nameOf({ name }: JsonObject, number: number): Json {
  return typeof name === "string" && name !== "" ? name : `trace ${number}`;
}
