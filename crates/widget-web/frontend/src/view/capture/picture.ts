/** A picture of the page as it is seen: a copy of it in an SVG image, drawn on a canvas. */

import { base64Of } from "../../wire/base64";
import type { Pictured } from "../body/body";
import { copyOfPage } from "./clone";

const MAX_SIDE = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** A picture that is too large is drawn at half its size so often. */
const MAX_HALVINGS = 3;

export interface Picture {
  /** A PNG in base64. */
  png: string;
  width: number;
  height: number;
}

/** Draws it; rejects with an `Error` that says why it cannot be drawn. */
export async function pictureOf(
  { scale, width }: { scale?: number; width?: number },
  pictured: readonly Pictured[],
): Promise<Picture> {
  const { clientWidth, clientHeight } = document.documentElement;
  if (clientWidth === 0 || clientHeight === 0) throw new Error("the page has no size");
  const image = await imageOf(copyOfPage(clientWidth, clientHeight, pictured));
  const most = MAX_SIDE / Math.max(clientWidth, clientHeight);
  let factor = Math.min(most, width === undefined ? (scale ?? 1) : width / clientWidth);
  for (let halvings = 0; halvings <= MAX_HALVINGS; halvings++, factor /= 2) {
    const size = { width: sideOf(clientWidth * factor), height: sideOf(clientHeight * factor) };
    const blob = await drawn(image, size.width, size.height);
    if (blob.size <= MAX_BYTES) return { png: await base64Of(blob), ...size };
  }
  throw new Error(`the picture has more than ${MAX_BYTES} bytes; ask for a smaller scale`);
}

function sideOf(length: number): number {
  return Math.max(1, Math.min(MAX_SIDE, Math.round(length)));
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  // Not a blob: of it a browser does not know that it holds nothing foreign.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch (cause) {
    throw new Error("the browser, or the policy of the host, shows no picture of the page", {
      cause,
    });
  }
  return image;
}

async function drawn(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no room for a canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the browser made no picture of the canvas");
  return blob;
}
