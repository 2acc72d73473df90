/** Names of events: `namespace:action`, each 1 to 64 letters, digits, `_`, `-` or `.`. */

const EVENT_NAME = /^[A-Za-z0-9_.-]{1,64}:[A-Za-z0-9_.-]{1,64}$/;

export function isEventName(name: unknown): name is string {
  return typeof name === "string" && EVENT_NAME.test(name);
}
