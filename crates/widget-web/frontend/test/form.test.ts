import { beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../src/wire/json";
import { isMet } from "../src/view/blocks/form/spec";
import { OfflineServer } from "../src/offline/server";
import { sentDocument, VIEWER, WIDGET, wireDocument } from "./document";
import { drawPage, element, fillIn } from "./view_page";
import { button, control, counted, drawn, enter, expense, said, send, status } from "./form_page";

beforeEach(() => {
  vi.useFakeTimers();
  fillIn();
});

test("nothing is sent while a field is wrong, and the first of them has the focus", async () => {
  const { events } = await drawn();
  enter("amount", "900");
  vi.advanceTimersByTime(1_000);
  send();
  const sent = () => events().filter(([name]) => name === "form:submit");
  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(control("what"));
  expect([said("what") !== "", said("amount") !== ""]).toEqual([true, true]);
  expect(control("amount").getAttribute("aria-invalid")).toBe("true");
  const described = control("amount").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => element(id).textContent)).toEqual(["In EUR", said("amount")]);
  enter("amount", "9");
  expect([said("amount"), control("amount").hasAttribute("aria-invalid")]).toEqual(["", false]);
});

test.each(["0.5", "-3", "2.5", "501"])(
  "%s, which min, max and step do not allow, is not sent",
  async (amount) => {
    const fields = [{ name: "amount", type: "number", min: 1, max: 500, step: 1 }];
    const { events } = await drawn({ fields, sections: [] });
    enter("amount", amount);
    send();
    expect(counted(events, "form:submit")).toBe(0);
    expect(said("amount")).not.toBe("");
    enter("amount", "3");
    send();
    expect(counted(events, "form:submit")).toBe(1);
  },
);

test("what is wrong is said in the words of the browser", async () => {
  await drawn();
  const words = { get: () => "Bitte füllen Sie dieses Feld aus." };
  Object.defineProperty(control("what"), "validationMessage", words);
  send();
  expect(said("what")).toBe("Bitte füllen Sie dieses Feld aus.");
});

test("a time with seconds is taken", async () => {
  const fields = [
    { name: "start", type: "time", value: "09:30:15" },
    { name: "end", type: "datetime", max: "2026-12-01T18:00:30" },
    { name: "pause", type: "time", value: "12:00" },
  ];
  await drawn({ fields, sections: [] });
  expect(["start", "end", "pause"].map((name) => control(name).step)).toEqual(["1", "1", ""]);
  expect(control("start").value).toBe("09:30:15");
  expect(control("start").checkValidity()).toBe(true);
});

test("a message does not move the button while it is pressed", async () => {
  await drawn();
  enter("amount", "900");
  element("expense").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  control("amount").dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("amount")).toBe("");
  document.dispatchEvent(new Event("pointerup"));
  vi.advanceTimersByTime(1);
  expect(said("amount")).not.toBe("");
  enter("amount", "9");
  enter("amount", "901");
  control("amount").dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("amount")).not.toBe("");
});

test("all that is shown is sent once, with its types, and what is not is left out", async () => {
  const { events } = await drawn();
  enter("what", "Tea");
  enter("amount", "12.50");
  send();
  send();
  const sent = () => events().filter(([name]) => name === "form:submit");
  const values: Json = { what: "Tea", amount: 12.5, kind: null };
  expect(sent()).toEqual([["form:submit", { values, componentId: "expense" }, "Hand in"]]);
  expect(status()).toContain("Waiting");
});

test("conditions show fields, whose values are sent then", async () => {
  const { events } = await drawn({ event: "expense:handed-in" });
  const shown = (name: string) => element(`expense:${name}:label`).closest("[hidden]") === null;
  expect([shown("guests"), shown("room")]).toEqual([false, false]);
  enter("what", "Tea");
  const kind = control<HTMLSelectElement>("kind");
  kind.selectedIndex = 1;
  kind.dispatchEvent(new Event("input", { bubbles: true }));
  expect([shown("guests"), shown("room")]).toEqual([true, false]);
  control("vegan").click();
  expect(shown("room")).toBe(true);
  send();
  expect(said("days")).not.toBe("");
  const days = element("expense:days:label").parentElement;
  days?.querySelectorAll("input")[1]?.click();
  send();
  const [event] = events().filter(([name]) => name === "expense:handed-in");
  expect(event?.[1]).toEqual({
    values: {
      what: "Tea",
      amount: null,
      kind: "meal",
      guests: 2,
      vegan: true,
      days: ["tue"],
      room: null,
    },
    componentId: "expense",
  });
});

test("a condition may name an option by its number", () => {
  const values = new Map([["stars", "1"]]);
  const met = [1, "1", [2, 1], 2, true].map((stars) => isMet({ stars }, values));
  expect(met).toEqual([true, true, true, false, false]);
});

test("what is entered becomes the draft after a pause, and when it is left", async () => {
  const { events, page } = await drawn();
  enter("what", "T");
  enter("what", "Te");
  vi.advanceTimersByTime(500);
  enter("amount", "3");
  control("amount").dispatchEvent(new Event("focusout", { bubbles: true }));
  enter("what", "Tea");
  page.flush();
  expect(events().map(([name, data]) => [name, (data as { values: Json }).values])).toEqual([
    ["widget:draft", { what: "Te" }],
    ["widget:draft", { amount: 3 }],
    ["widget:draft", { what: "Tea" }],
  ]);
});

test("a draft, errors and a message of the document are shown", async () => {
  const value = {
    values: { what: "Tea", kind: "meal", days: ["mon"], vegan: true, room: "b" },
    errors: { what: "Already paid", guests: "Too many" },
    message: "Look again.",
  };
  const { page } = await drawn({}, { values: { expense: value } });
  expect([control("what").value, said("what"), said("guests")]).toEqual([
    "Tea",
    "Already paid",
    "Too many",
  ]);
  expect(status()).toBe("Look again.");
  const days = element("expense:days:label").parentElement;
  expect([...(days?.querySelectorAll("input") ?? [])].map(({ checked }) => checked)).toEqual([
    true,
    false,
  ]);
  const next = { values: { ...value.values, kind: null }, errors: { guests: "Too many" } };
  const op = { type: "set_value" as const, component_id: "expense", value: next };
  await page.apply({ revision: 2, op });
  expect([said("what"), status()]).toEqual(["", "guests: Too many"]);
});

test("it is busy until the agent answers, but not for ever", async () => {
  const { page, outbox } = await drawn();
  const answer = async (value: Json, revision: number) => {
    outbox.settle(10, []);
    await page.apply({ revision, op: { type: "set_value", component_id: "expense", value } });
  };
  const isBusy = () => element("expense").getAttribute("aria-busy");
  enter("what", "Tea");
  send();
  expect(isBusy()).toBe("true");
  const values = { what: "Tea", amount: null, kind: null };
  await answer({ values, busy: true }, 2);
  vi.advanceTimersByTime(29_000);
  expect(isBusy()).toBe("true");
  vi.advanceTimersByTime(2_000);
  expect([isBusy(), status()]).toEqual(["false", expect.stringContaining("no answer yet")]);
  send();
  await answer({ values, busy: true, message: "Checking …" }, 3);
  expect([isBusy(), status()]).toEqual(["true", "Checking …"]);
  await answer({ values, errors: { amount: "Give one" } }, 4);
  expect([isBusy(), said("amount")]).toEqual(["false", "Give one"]);
  expect(document.activeElement).toBe(control("amount"));
});

test("one without a button is busy from the event of its button, which Enter presses", async () => {
  const primary = (event: string) => ({ ...button(event), variant: "primary" });
  const blocks = [primary("trip:try"), expense({ submit: false }), button("trip:cancel")];
  const { page, outbox, events } = await drawPage({
    blocks: [...blocks, { ...primary("trip:off"), disabled: true }, primary("trip:save")],
    toolbars: [{ position: "top", items: [primary("bar:refresh")] }],
  });
  const isBusy = () => element("expense").getAttribute("aria-busy");
  enter("what", "Tea");
  enter("amount", "9");
  const press = () =>
    control("what").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  press();
  press();
  element("trip:save").click();
  expect(isBusy()).toBe("true");
  expect(events().map(([name]) => name)).toEqual(["widget:draft", "trip:save"]);
  const refused = [1, 2].map((n) => ({ n, reason: "full" }));
  page.settled(outbox.settle(0, refused), refused);
  expect(isBusy(), "it was refused").toBe("false");
  element("trip:try").click();
  const values = { what: "Tea", amount: 9, kind: null };
  const op = { type: "set_value" as const, component_id: "expense" };
  await page.apply({ revision: 2, op: { ...op, value: { values, busy: true } } });
  page.settled(outbox.settle(20, []), []);
  element("trip:try").click();
  expect([isBusy(), counted(events, "trip:try")]).toEqual(["true", 0]);
  element("trip:cancel").click();
  expect(counted(events, "trip:cancel")).toBe(1);
  await page.apply({ revision: 3, op: { ...op, value: { values } } });
  element("trip:try").click();
  expect(counted(events, "trip:try")).toBe(1);
});

test("a pattern that is none is not used, and said", async () => {
  const fields = [{ name: "what", type: "text", label: "<img src=x>", pattern: "[" }];
  const { problems, events } = await drawn({ fields, sections: [] });
  expect(problems).toEqual([expect.stringContaining('the pattern of the field "what"')]);
  expect(element("expense").querySelector("img")).toBeNull();
  enter("what", "Tea");
  send();
  expect(events().at(-1)?.[0]).toBe("form:submit");
});

test("a pattern that the browser itself refuses is checked", async () => {
  const fields = [{ name: "what", type: "text", pattern: "[\\w.-]+", required: true }];
  const { problems, events } = await drawn({ fields, sections: [] });
  expect(problems).toEqual([]);
  send();
  enter("what", "a b");
  send();
  expect(said("what")).not.toBe("");
  expect(counted(events, "form:submit")).toBe(0);
  enter("what", "a.b-c");
  expect(said("what")).toBe("");
  send();
  expect(counted(events, "form:submit")).toBe(1);
});

test("a value of a name that every object has is no value", async () => {
  const fields = [
    { name: "constructor", type: "text" },
    { name: "toString", type: "number" },
  ];
  const { events } = await drawn({ fields, sections: [] });
  expect([control("constructor").value, said("toString")]).toEqual(["", ""]);
  send();
  const [[, data]] = events() as [[string, { values: object }]];
  expect(Object.entries(data.values)).toEqual([
    ["constructor", ""],
    ["toString", null],
  ]);
});

test("an exported page keeps a draft and says that nothing can be sent", async () => {
  const blocks = [expense(), { ...expense({ submit: false }), id: "other" }];
  const server = new OfflineServer(sentDocument({ blocks }), {});
  const call = (n: number, event_type: string, values: Json) =>
    server.sync({
      widget_id: WIDGET,
      viewer_id: VIEWER,
      revision: 1,
      failures: [],
      events: [{ n, event_type, data: { values, componentId: "expense" }, label: "" }],
      answers: [],
      wait_ms: 0,
    });
  const draft = await call(1, "widget:draft", { what: "Tea" });
  expect(JSON.stringify(draft)).toContain('"what":"Tea"');
  expect(draft).toMatchObject({ acked: 1, rejected: [] });
  const submit = await call(2, "form:submit", { what: "Tea" });
  const reason = expect.stringContaining("a saved copy") as string;
  expect(submit).toMatchObject({ acked: 2, rejected: [{ n: 2, reason }], revision: 2 });
  const other = await call(3, "trip:save", { other: { what: "Tea" } });
  expect(other).toMatchObject({ acked: 3, rejected: [{ n: 3, reason }] });
});

const FILE = { ref: "f".repeat(32), name: "a.csv", size: 3, type: "text/csv" };
const FIELDS = [
  { name: "one", type: "file", required: true, accept: ".csv" },
  { name: "more", type: "file", multiple: true },
];
const list = (name: string) => control(name).closest(".widget-form-files");
const listed = (name: string) =>
  [...(list(name)?.querySelectorAll("li") ?? [])].map((item) => item.textContent);

async function choose(name: string, ...names: string[]): Promise<void> {
  const files = names.map((one) => new File(["a;b"], one, { type: "text/csv" }));
  Object.defineProperty(control(name), "files", { value: files, configurable: true });
  control(name).dispatchEvent(new Event("change", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
}

test("a file is sent when it is chosen, and the form holds what names it", async () => {
  const sent: string[] = [];
  const upload = async ({ name, size, type }: File) => {
    sent.push(name);
    return { ref: String(sent.length).repeat(32), name, size, type };
  };
  const page = drawPage({ blocks: [expense({ fields: FIELDS, sections: [] })] }, { upload });
  const { events } = await page;
  send();
  expect(document.activeElement).toBe(control("one"));
  expect(said("one")).not.toBe("");
  await choose("one", "a.csv");
  expect([said("one"), listed("one")]).toEqual(["", ["a.csv3 bytes×"]]);
  const first = { ...FILE, ref: "1".repeat(32) };
  expect(events().at(-1)).toEqual([
    "widget:draft",
    { values: { one: first }, componentId: "expense" },
    "",
  ]);
  await choose("more", "b.csv", "c.csv");
  list("more")?.querySelector<HTMLElement>("li button")?.click();
  expect(document.activeElement).toBe(control("more"));
  send();
  expect(events().at(-1)?.[1]).toEqual({
    values: { one: first, more: [{ ...FILE, ref: "3".repeat(32), name: "c.csv" }] },
    componentId: "expense",
  });
  expect(sent).toEqual(["a.csv", "b.csv", "c.csv"]);
});

test("nothing is sent while a file is on its way, and a file that is taken back is not kept", async () => {
  const waiting: ((file: object) => void)[] = [];
  const upload = () => new Promise<never>((resolve) => waiting.push(resolve as never));
  const blocks = [expense({ fields: FIELDS, sections: [] })];
  const { events } = await drawPage({ blocks }, { upload });
  const submitted = () => events().filter(([name]) => name === "form:submit");
  await choose("one", "a.csv");
  send();
  expect(said("one")).toBe("“a.csv” is still being sent.");
  expect(submitted()).toEqual([]);
  // Another one takes its place.
  await choose("one", "b.csv");
  waiting[0]?.({ ...FILE, name: "a.csv" });
  await vi.advanceTimersByTimeAsync(0);
  expect(listed("one").join()).toContain("b.csv");
  waiting[1]?.({ ...FILE, name: "b.csv" });
  await vi.advanceTimersByTimeAsync(0);
  send();
  expect(said("one")).toBe("");
  expect(submitted()[0]?.[1]).toMatchObject({ values: { one: { name: "b.csv" } } });
});

test("the reason that a file is not taken stands at its field until another one is chosen", async () => {
  const upload = async ({ name, size, type }: File) => {
    if (name === "huge") throw new Error("the file has 9 bytes; at most 5 are allowed.");
    return { ...FILE, name, size, type };
  };
  const blocks = [expense({ fields: FIELDS, sections: [] })];
  const { events } = await drawPage({ blocks }, { upload });
  await choose("one", "huge");
  expect(said("one")).toBe("“huge” was not taken: the file has 9 bytes; at most 5 are allowed.");
  expect(listed("one")).toEqual(["hugenot taken×"]);
  send();
  expect(events().filter(([name]) => name === "form:submit")).toEqual([]);
  await choose("one", "a.csv");
  expect(said("one")).toBe("");
  // The one before stays where another is not taken, and that one can be taken out.
  await choose("one", "huge");
  expect([said("one") !== "", listed("one")]).toEqual([true, ["a.csv3 bytes×", "hugenot taken×"]]);
  list("one")?.querySelectorAll<HTMLElement>("li button")[1]?.click();
  expect([said("one"), listed("one")]).toEqual(["", ["a.csv3 bytes×"]]);
  await choose("more", ...Array.from({ length: 22 }, (_, n) => `${n}.csv`));
  expect(listed("more")).toHaveLength(21);
  expect(listed("more").at(-1)).toBe("2 more filesnot taken×");
  expect(said("more")).toContain("the last 2 were left out");
});

test("a draft shows the files that are kept", async () => {
  const values = { expense: { values: { one: FILE, more: [] } } };
  await drawPage({ blocks: [expense({ fields: FIELDS, sections: [] })], values });
  expect(listed("one")).toEqual(["a.csv3 bytes×"]);
  send();
  expect(said("one")).toBe("");
});

test("fields that are the same stay when others change, with the focus and what was typed", async () => {
  const { page, events } = await drawn();
  const [what, kind] = [control("what"), control("kind")];
  what.focus();
  enter("what", "Tea");
  const { fields } = expense() as { fields: object[] };
  const more = [fields[1], fields[0], { name: "note", type: "text" }];
  await page.draw(wireDocument({ blocks: [expense({ fields: more, help: "All of it" })] }));
  expect(control("what")).toBe(what);
  expect([what.value, document.activeElement]).toEqual(["Tea", what]);
  expect(kind.isConnected).toBe(false);
  expect(control("note").value).toBe("");
  // It was sent before the fields changed.
  expect(events()).toEqual([
    ["widget:draft", { values: { what: "Tea" }, componentId: "expense" }, ""],
  ]);
  const renamed = [{ ...fields[0], label: "Purpose" }];
  await page.draw(wireDocument({ blocks: [expense({ fields: renamed })] }));
  expect(control("what")).not.toBe(what);
  expect(control("what").value).toBe("Tea");
  enter("what", "Coffee");
  vi.advanceTimersByTime(1_000);
  expect(events()).toHaveLength(2);
});

test("sections without a title stand apart", async () => {
  const section = (name: string) => ({ fields: [{ name, type: "text" }] });
  const { page } = await drawn({ sections: [section("a"), section("b")] });
  const sections = [section("b"), section("a"), section("c")];
  await page.draw(wireDocument({ blocks: [expense({ sections })] }));
  const names = [...document.querySelectorAll(".widget-form-section")].map((one) =>
    [...one.querySelectorAll("input")].map(({ id }) => id.split(":")[1]).join(),
  );
  expect(names.slice(1)).toEqual(["b", "a", "c"]);
});
