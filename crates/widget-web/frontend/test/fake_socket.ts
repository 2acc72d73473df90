/** A WebSocket whose other end is the test. */

export class FakeSocket extends EventTarget {
  readonly sent: { id: number; params: Record<string, unknown> }[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket["sent"][number]);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.dispatchEvent(new Event("open"));
  }

  drop(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  say(message: unknown): void {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  answer(id: number | undefined, result: object): void {
    this.say({ jsonrpc: "2.0", id, result });
  }
}
