/**
 * The policy of a view that is one file: what an agent's HTML may load or connect to with
 * requests does not depend on how strict the host is. Ours can only narrow what the host allows.
 *
 * Two things no policy in a page can narrow: where the page itself is navigated, which only the
 * host's `frame-src` bounds, and WebRTC, which only the host's response headers stop.
 */

/** Puts the policy in force. Fonts and their style sheets may come from where the host's do. */
export function restrict(fonts: string): void {
  const origins = originsIn(fonts);
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    ["style-src 'unsafe-inline'", ...origins].join(" "),
    "img-src data: blob:",
    "media-src data: blob:",
    ["font-src data:", ...origins].join(" "),
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  document.head.append(meta);
}

function originsIn(css: string): string[] {
  const origins = new Set<string>();
  for (const [address] of css.matchAll(/https:\/\/[^\s"'()\\;,]+/g)) {
    if (URL.canParse(address)) origins.add(new URL(address).origin);
  }
  return [...origins];
}
