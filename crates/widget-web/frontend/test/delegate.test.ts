import { beforeEach, expect, test, vi } from "vitest";
import { delegate, makeOperable } from "../src/view/body/delegate";
import { base64Of } from "../src/wire/base64";
import type { DownloadFile } from "../src/wire/style";
import { followDetached } from "../src/view/body/links";
import { guardPasswords } from "../src/view/body/passwords";

const events: unknown[][] = [];
const links: string[] = [];
const files: Promise<DownloadFile>[] = [];
// jsdom has none.
Blob.prototype.text = async function () {
  return new TextDecoder().decode(
    Uint8Array.from(atob(await base64Of(this)), (one) => one.charCodeAt(0)),
  );
};
delegate(document, {
  emit: (name, data, { label, block }) => {
    if (name === "bad") throw new Error("no event name");
    events.push([name, data, label, ...(block === null ? [] : [block])]);
  },
  openLink: (url) => links.push(url),
  save: (file) => files.push(file),
});

followDetached({
  openLink: (url) => links.push(url),
  save: (file) => files.push(file),
});

beforeEach(() => {
  events.length = 0;
  links.length = 0;
  files.length = 0;
});

function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  makeOperable(document.body);
  return document.body.querySelector<HTMLElement>("#it") ?? document.body;
}

test("an element emits on click, also when something inside it is clicked", () => {
  show(`<div data-event="row:open" data-payload='{"row": 7}'>Row <b id="it">7</b></div>`).click();
  expect(events).toEqual([["row:open", { row: 7 }, "Row 7"]]);
});

test("an element in a block names it", () => {
  show(`<div class="widget-block" id="text"><b id="it" data-event="a:b">1</b></div>`).click();
  expect(events).toEqual([["a:b", {}, "1", "text"]]);
});

test("an element in a component that is a block names it", () => {
  const html = `<div class="widget-block" id="card"><div class="widget-block" data-block="box">
    <div id="box"><b id="it" data-event="a:b">1</b></div></div></div>`;
  show(html).click();
  expect(events).toEqual([["a:b", {}, "1", "box"]]);
});

test("a field emits on change and not on click", () => {
  const field = show(`<label>Size <input id="it" type="checkbox" data-event="size:set"></label>`);
  field.click();
  expect(events).toEqual([["size:set", { value: true }, "Size"]]);
});

test("a label and its field are clicked once, wherever in them", () => {
  const html = `<label id="it" data-event="todo:done"><input type="checkbox"> <i>Milk</i></label>`;
  for (const selector of ["i", "input"]) {
    show(html).querySelector<HTMLElement>(selector)?.click();
    expect(events.splice(0), selector).toEqual([["todo:done", {}, "Milk"]]);
  }
  show(
    `<ul><li data-event="todo:done"><label id="it">Milk <input type="checkbox"></label>`,
  ).click();
  expect(events.splice(0)).toEqual([["todo:done", {}, "Milk"]]);
  // These clicks are not passed on to the field.
  show(`<label data-event="a:b"><input disabled> <i id="it">off</i></label>`).click();
  show(`<label data-event="a:b"><input> <button type="button" id="it">x</button></label>`).click();
  show(`<label data-event="a:b" for="other" id="it">for</label><input id="other">`).click();
  expect(events.map(([name]) => name)).toEqual(["a:b", "a:b", "a:b"]);
});

test.each(["button", "reset", "image"])("an input that is a %s emits on click", (type) => {
  show(`<input id="it" type="${type}" data-event="app:go" value="Go">`).click();
  expect(events).toEqual([["app:go", {}, "Go"]]);
});

test("an input that submits a form is its label and sends its own event", () => {
  const button = `<input type="submit" id="it" value="Send order"`;
  show(`<form data-event="order:send"><input name="n" value="1">${button}></form>`).click();
  expect(events.splice(0)).toEqual([["order:send", { n: "1" }, "Send order"]]);
  show(`<form><input name="n" value="1">${button} data-event="order:go"></form>`).click();
  expect(events).toEqual([["order:go", { n: "1" }, "Send order"]]);
});

test("a form emits its fields, and names that are members of objects are fields", () => {
  const form = show(`<form id="it" data-event="form:send" data-payload='{"form": 1}'>
    <input name="name" value="Ada"><input name="tag" value="a"><input name="tag" value="b">
    <input name="__proto__" value="p"><button name="do" value="save">Save</button></form>`);
  form.querySelector("button")?.click();
  expect(events[0]?.[0]).toBe("form:send");
  const data = events[0]?.[1] as object;
  expect(data).toMatchObject({ name: "Ada", tag: ["a", "b"], do: "save", form: 1 });
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
});

test("fields of a form are what they are, and its button is the label of the event", () => {
  show(`<form data-event="order:send"><input type="number" name="qty" value="3">
    <input type="number" name="none"><input type="range" name="size" max="9" value="4">
    <input type="checkbox" name="gift"><input type="checkbox" name="news" checked>
    <input type="checkbox" name="terms" value="agreed">
    <input type="checkbox" name="tag" value="a" checked><input type="checkbox" name="tag" value="b">
    <select name="days" multiple><option selected>mon</option><option>tue</option></select>
    <input type="number" name="ends" value="1"><input type="number" name="ends" value="9">
    <input type="number" name="both" value="1"><textarea name="both">two</textarea>
    <select name="kind"><option>x</option></select><input name="zip" value="01234">
    <input type="radio" name="way" value="air" checked><input type="radio" name="way" value="sea">
    <button id="it">Order now</button></form>`).click();
  const data = {
    qty: 3,
    none: null,
    size: 4,
    gift: false,
    news: true,
    terms: null,
    tag: ["a"],
    days: ["mon"],
    ends: [1, 9],
    both: ["1", "two"],
    kind: "x",
    zip: "01234",
    way: "air",
  };
  expect(events).toEqual([["order:send", data, "Order now"]]);
});

test("the texts of a label are apart where blocks or cells are, and whole where words are", () => {
  show(`<article id="it" data-event="theme:pick"><h3>Grid</h3><p>Dark and te<b>chn</b>ical</p>
    <ul><li>One</li><li>Two</li></ul><table><tr><td>a</td><td>b</td></tr></table>x<br>y
    <style>.a {}</style><span style="display: block">c</span><span style="display: block">d</span>
    </article>`).click();
  const label = "Grid Dark and technical One Two a b x y c d";
  expect(events).toEqual([["theme:pick", {}, label]]);
});

test("an element that is not a control is reached and worked by the keyboard", () => {
  const card = show(`<span id="it" data-event="card:pick">Card</span>`);
  expect(card.tabIndex).toBe(0);
  card.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  card.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  expect(events).toEqual([["card:pick", {}, "Card"]]);
});

test("a malformed name is told in the console and breaks nothing", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  show(`<button id="it" data-event="bad">x</button>`).click();
  expect(told).toHaveBeenCalledTimes(1);
  expect(events).toEqual([]);
});

test("no click is lost by its payload", () => {
  for (const payload of ["[1]", "row 7", "{", "7", ""]) {
    show(`<button id="it" data-event="a:b" data-payload="${payload}">x</button>`).click();
  }
  const payloads = events.map(([, data]) => (data as { payload: unknown }).payload);
  expect(payloads).toEqual([[1], "row 7", "{", 7, ""]);
});

test("other data of an element come with its event", () => {
  show(`<b id="it" data-event="a:b" data-value="yes" data-row-id="7" data-payload='{"value": 1}'>
    x</b>`).click();
  show(`<input id="it" type="checkbox" data-event="a:c" data-value="no" data-group="g">`).click();
  expect(events.map(([, data]) => data)).toEqual([
    { value: 1, rowId: "7" },
    { value: true, group: "g" },
  ]);
});

test("a field without a name comes by its id", () => {
  const form = show(`<form data-event="order:send"><input id="who" value="Ada">
    <textarea id="note">x</textarea><input type="checkbox" id="gift" checked>
    <input value="nothing"><button id="it">Send</button></form>`);
  form.click();
  expect(events).toEqual([["order:send", { who: "Ada", note: "x", gift: true }, "Send"]]);
  expect(document.querySelector("[name]")).toBeNull();
});

test("a button that submits a form has its fields once they are right", () => {
  const form = (attributes: string, more = "") =>
    show(`<form ${attributes}><input name="name" value="Ada" required>
      <button id="it" data-event="order:save" name="do" value="save" ${more}>Save</button></form>`);
  form("").click();
  form(`data-event="order:send" data-order="7" data-by="form"`, `data-by="button"`).click();
  form("", `type="button"`).click();
  const data = { name: "Ada", do: "save" };
  expect(events.map((event) => event.slice(0, 2))).toEqual([
    ["order:save", data],
    ["order:save", { ...data, order: "7", by: "button" }],
    ["order:save", {}],
  ]);
  const button = form("");
  document.querySelector("input")?.setAttribute("value", "");
  button.click();
  const stopped = form("");
  stopped.addEventListener("click", (event) => event.preventDefault());
  stopped.click();
  expect(events.slice(3).map(([, sent]) => sent)).toEqual([{}, {}]);
});

test("links go to the host, places in the page do not", () => {
  const click = (element: HTMLElement) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(click(show(`<a href="https://example.com/?a=1"><b id="it">x</b></a>`))).toBe(true);
  expect(click(show(`<a id="it" href=" javascript:void(0)">x</a>`))).toBe(false);
  expect(click(show(`<a id="it" href="#foot">x</a>`))).toBe(false);
  expect(links).toEqual(["https://example.com/?a=1"]);
});

test("a listener of the page that stops an event does not hide what the person did", () => {
  show(`<div onclick="event.stopPropagation()"><a href="https://example.com/"
    ><b id="it" data-event="a:b">x</b></a></div>`).click();
  expect([events, links]).toEqual([[["a:b", {}, "x"]], ["https://example.com/"]]);
  // One that it stops on the way to an element is not of that element.
  show(`<i data-event="a:row"><b id="it" onclick="event.stopPropagation()">x</b></i>`).click();
  const refused = show(`<a id="it" href="https://example.com/2">x</a>`);
  refused.addEventListener("click", (event) => {
    event.stopPropagation();
    event.preventDefault();
  });
  refused.click();
  // Each click once, whatever was clicked in between.
  const outer = show(`<i data-event="a:outer"><button id="it">x</button></i>`);
  outer.addEventListener("click", () => show(`<b id="it" data-event="a:inner">x</b>`).click());
  outer.click();
  expect(events.slice(1).map(([name]) => name)).toEqual(["a:inner", "a:outer"]);
  expect(links).toHaveLength(1);
});

test("the middle button follows a link, and no other does", () => {
  const link = show(`<a id="it" href="https://example.com/">x</a>`);
  for (const button of [1, 2]) {
    link.dispatchEvent(new MouseEvent("auxclick", { button, bubbles: true, cancelable: true }));
  }
  expect(links).toEqual(["https://example.com/"]);
});

test("a form ends its dialog, and is sent nowhere else", () => {
  const submit = (html: string) => {
    const form = show(html);
    const submitter = form.querySelector("button");
    const event = new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true });
    form.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const form = (attributes: string, button = "") =>
    `<form id="it" ${attributes} data-event="f:end"><button ${button}>x</button></form>`;
  expect(submit(form(`method="DIALOG"`))).toBe(false);
  expect(submit(form(`method="post"`, `formmethod="dialog"`))).toBe(false);
  expect(submit(form(`method="dialog"`, `formmethod="post"`))).toBe(true);
  expect(submit(form(`method="get"`))).toBe(true);
  const plain = show(form(""));
  plain.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(events).toHaveLength(5);
});

test("files that a page makes are given to the host, with the type of their name", async () => {
  const made = async () => {
    const { name, mimeType, content } = await Promise.all(files.splice(0)).then(
      ([file]) => file as DownloadFile,
    );
    return [name, mimeType, content];
  };
  const link = document.createElement("a");
  link.download = "a.csv";
  link.href = "data:;base64,YSxi";
  link.click();
  expect(await made()).toEqual(["a.csv", "text/csv", { text: "a,b" }]);
  link.download = "a.png";
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  expect(await made()).toEqual(["a.png", "image/png", { base64: "YSxi" }]);
  show(`<a id="it" download href="data:text/markdown;charset=utf-8,%23%20Hi">x</a>`).click();
  expect(await made()).toEqual(["", "text/markdown", { text: "# Hi" }]);
  show(`<a id="it" download="page.html" href="data:,x">x</a>`).click();
  expect(await made()).toEqual(["page.html", "application/octet-stream", { base64: "eA==" }]);
  show(`<a id="it" href="blob:null/gone">x</a>`).click();
  await expect(made()).rejects.toThrow("revoked");
  expect(links).toEqual([]);
});

test("a disabled element emits nothing", () => {
  show(`<button id="it" disabled data-event="a:b">x</button>`).click();
  show(`<span id="it" aria-disabled="true" data-event="a:b">x</span>`).click();
  expect(events).toEqual([]);
});

test("a password is sent as a reference, by itself and in its form", async () => {
  const asked: string[] = [];
  guardPasswords(document, {
    keepsSecrets: () => true,
    askSecret: async ({ component_id }) => {
      asked.push(component_id);
      return "0123456789abcdef0123456789abcdef";
    },
  });
  const form = show(`<form id="it" data-event="form:send"><input name="user" value="Ada">
    <input type="password" name="pin" value="hunter2" data-event="pin:set"></form>`);
  const field = form.querySelector("input[type=password]") as HTMLInputElement;
  const submit = () => {
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    form.dispatchEvent(event);
  };
  submit();
  expect(events.pop()?.[1]).toEqual({ user: "Ada", pin: null });

  const key = new KeyboardEvent("keydown", { key: "h", bubbles: true, cancelable: true });
  field.dispatchEvent(key);
  expect(key.defaultPrevented).toBe(true);
  await vi.waitFor(() => expect(events).toHaveLength(1));
  const secret_ref = "0123456789abcdef0123456789abcdef";
  expect(asked).toEqual(["pin"]);
  expect(events.pop()?.slice(0, 2)).toEqual(["pin:set", { value: { secret_ref } }]);

  // A script that shows it shows stars, and the event says the same.
  field.type = "text";
  expect(field.value).not.toContain("hunter2");
  submit();
  expect(events.pop()?.[1]).toEqual({ user: "Ada", pin: { secret_ref } });
});
