/** Files that the page's scripts make. The sandbox saves none, so the host is asked to. */

import { base64Of } from "../../wire/base64";
import { typeOfEnding } from "../../wire/file_types";
import type { DownloadFile } from "../../wire/style";

/** The blobs of the addresses that are in use: no policy lets a page read one by its address. */
const blobs = new Map<string, Blob>();

/** Notes what scripts give an address to. */
export function watchBlobs(): void {
  const create = URL.createObjectURL.bind(URL);
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    const url = create(object);
    if (object instanceof Blob) blobs.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    blobs.delete(url);
    revoke(url);
  };
}

export function isFileAddress(url: string): boolean {
  return url.startsWith("blob:") || url.startsWith("data:");
}

/** The file that an address holds. */
export async function fileAt(url: string, name: string): Promise<DownloadFile> {
  return fileOf(name, blobs.get(url) ?? blobOf(url));
}

/** A file as the host takes it. */
export async function fileOf(name: string, data: Blob | string): Promise<DownloadFile> {
  const [, ending = ""] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  const given = typeof data === "string" ? "" : (data.type.split(";", 1)[0] ?? "");
  // What an ending says that is not known here, the host refuses.
  const unknown = ending === "" ? "text/plain" : "application/octet-stream";
  const mimeType = typeOfEnding(ending) ?? (given.toLowerCase().trim() || unknown);
  if (typeof data === "string") return { name, mimeType, content: { text: data } };
  const isText = mimeType.startsWith("text/") || mimeType === "application/json";
  const content = isText ? { text: await data.text() } : { base64: await base64Of(data) };
  return { name, mimeType, content };
}

/** Reads a `data:` address (RFC 2397). */
function blobOf(url: string): Blob {
  const [, type = "", base64, data = ""] = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(url) ?? [];
  if (!url.startsWith("data:")) throw new Error(`nothing is at ${url}: it was revoked`);
  // A `%` that begins no byte is one.
  const text = decodeURIComponent(data.replace(/%(?![\da-f]{2})/gi, "%25"));
  if (base64 === undefined) return new Blob([text], { type });
  return new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], { type });
}
