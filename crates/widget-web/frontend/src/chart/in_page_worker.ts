/**
 * Workers that run in the page. MapLibre prepares what it draws in one that comes from a `blob:`,
 * which the policy of a view refuses, and without it a map never ends drawing.
 */

/** The object that the program of a worker takes for its global scope. */
class Scope extends EventTarget {
  constructor(private readonly port: MessagePort) {
    super();
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      this.dispatchEvent(new MessageEvent("message", { data }));
    });
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }
}

/** The programs that were put into a `blob:`, by their address. */
const blobs = new Map<string, Blob>();

/** As much of a worker as MapLibre uses. */
export class InPageWorker extends EventTarget {
  readonly #channel = new MessageChannel();

  constructor(url: string | URL) {
    super();
    const { port1, port2 } = this.#channel;
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      this.dispatchEvent(new MessageEvent("message", { data }));
    });
    port1.start();
    programAt(String(url)).then(
      (program) => {
        program(new Scope(port2), Scope);
        // What was sent before is heard now.
        port2.start();
      },
      (error: unknown) => {
        console.error(error);
        this.dispatchEvent(new Event("error"));
      },
    );
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  terminate(): void {
    this.#channel.port1.close();
  }
}

type Program = (self: Scope, WorkerGlobalScope: typeof Scope) => void;

declare global {
  interface Window {
    widgetWorkerProgram?: Program;
  }
}

const programs = new Map<Blob, Promise<Program>>();

async function programAt(url: string): Promise<Program> {
  const blob = blobs.get(url);
  if (blob === undefined) throw new Error(`no program was put into ${url}`);
  const text = await blob.text();
  // A page whose origin is opaque takes its own `blob:` for one of another, and wraps it.
  const [, inner] = /^import ("[^"]*")$/.exec(text) ?? [];
  if (inner !== undefined) return programAt(JSON.parse(inner) as string);
  const known = programs.get(blob) ?? Promise.resolve(programOf(text));
  programs.set(blob, known);
  return known;
}

/** A script element runs it, as the policy allows; `eval` it refuses. */
function programOf(text: string): Program {
  const body = text.replace(/\bexport\s*\{[^{}]*\}\s*;?/, "");
  const script = document.createElement("script");
  script.textContent = `window.widgetWorkerProgram=function(self,WorkerGlobalScope){"use strict";${body}\n}`;
  document.head.append(script);
  script.remove();
  const program = window.widgetWorkerProgram;
  delete window.widgetWorkerProgram;
  if (program === undefined) throw new Error("the program of the worker did not start");
  return program;
}

let isInstalled = false;

/** Makes workers whose program is in a `blob:` run in the page. */
export function installInPageWorkers(): void {
  if (isInstalled) return;
  isInstalled = true;
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    if (object instanceof Blob && object.type === "text/javascript") blobs.set(url, object);
    return url;
  };
  window.Worker = InPageWorker as unknown as typeof Worker;
}
