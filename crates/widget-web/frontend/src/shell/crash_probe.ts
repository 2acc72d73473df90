/** Tells a view whose process has crashed from one that keeps it busy. */

const PROBE_MS = 5_000;

/** A frame for a view: an origin of its own, and nothing that leads out of it. */
export function viewFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = "Widget";
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.referrerPolicy = "no-referrer";
  frame.src = "/view";
  return frame;
}

/**
 * Tells if a view that does not answer has crashed. The views of a page share a process: a script
 * without end holds up a second view as well, and after a crash the second one gets a new process
 * and says hello.
 */
export async function hasCrashed(): Promise<boolean> {
  const probe = viewFrame();
  probe.hidden = true;
  const ended = new AbortController();
  try {
    return await new Promise((resolve) => {
      const { signal } = ended;
      const hear = ({ source }: MessageEvent) => {
        if (source !== null && source === probe.contentWindow) resolve(true);
      };
      window.addEventListener("message", hear, { signal });
      const timer = setTimeout(() => resolve(false), PROBE_MS);
      signal.addEventListener("abort", () => clearTimeout(timer));
      document.body.append(probe);
    });
  } finally {
    ended.abort();
    probe.remove();
  }
}
