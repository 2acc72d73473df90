/** The chart as a file: a picture, a table or the figure itself. */

import { asText, isObject, type Json } from "../wire/json";
import type { BodyPage } from "../view/body/body";
import { NotSaved } from "../view/body/problem";
import { csvFile } from "../view/model/csv";
import { exactOf } from "../view/model/digits";
import type { DownloadFile } from "../wire/style";
import type { Figure } from "../view/model/figure";
import type { Plotly, PlotlyElement } from "./plotly";
import { csvOf } from "./table";

/** A picture has two pixels for one of CSS, as sharp screens do. */
const SCALE = 2;

interface Shown {
  plotly: Plotly;
  element: PlotlyElement;
  figure: Figure;
}

export class ChartExport {
  #shown: Shown | null = null;

  constructor(private readonly page: BodyPage) {
    page.on("chart:export", (data) => {
      const format = isObject(data) ? data["format"] : undefined;
      void this.#offer(asText(format));
    });
  }

  shows(plotly: Plotly, element: PlotlyElement, figure: Figure): void {
    this.#shown = { plotly, element, figure };
  }

  /** Buttons for the bar that Plotly shows over a chart. */
  buttons({ Icons }: Plotly): object[] {
    const button = (name: string, title: string, icon: string, format: string) => ({
      name,
      title,
      icon: Icons[icon],
      click: () => void this.#offer(format),
    });
    return [
      button("widget-png", "Save as a picture (PNG)", "camera", "png"),
      button("widget-csv", "Save the points as a table (CSV)", "disk", "csv"),
    ];
  }

  /** As a `data:` URL. */
  async picture(): Promise<string> {
    if (this.#shown === null) throw new Error("nothing is drawn yet");
    return pictureOf(this.#shown, 1);
  }

  async #offer(format: string): Promise<void> {
    try {
      if (this.#shown === null) throw new Error("nothing is drawn yet");
      await this.page.download(await fileOf(this.#shown, format));
    } catch (error) {
      this.page.problem(error);
    }
  }
}

async function fileOf({ plotly, element, figure }: Shown, format: string): Promise<DownloadFile> {
  switch (format) {
    case "csv": {
      const csv = csvOf(figure);
      if (csv === null) throw new NotSaved("this chart has no points to save as a table");
      return csvFile("chart.csv", csv);
    }
    case "json": {
      const text = JSON.stringify(figure, (_, value: Json) => exactOf(value));
      return { name: "chart.json", mimeType: "application/json", content: { text } };
    }
    case "png": {
      const url = await pictureOf({ plotly, element, figure }, SCALE);
      const base64 = url.slice(url.indexOf(",") + 1);
      return { name: "chart.png", mimeType: "image/png", content: { base64 } };
    }
    default:
      throw new Error(`a chart cannot be saved as "${format}"`);
  }
}

async function pictureOf({ plotly, element }: Shown, scale: number): Promise<string> {
  const { clientWidth: width, clientHeight: height } = element;
  return plotly.toImage(element, { format: "png", width, height, scale });
}
