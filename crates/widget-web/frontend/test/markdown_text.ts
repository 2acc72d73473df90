/** Stand-ins that tests of Markdown need. */

declare const process: { cpuUsage(): { user: number; system: number } };

/** The time that this process has computed, whatever else the machine does. */
export function busyMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Elements of MathML have styles; those of jsdom have not. */
export function fillInMath(): void {
  if ("style" in Element.prototype) return;
  Object.defineProperty(Element.prototype, "style", { get: () => ({}), configurable: true });
}
