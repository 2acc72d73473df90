import { beforeEach, expect, test } from "vitest";

import { PageAttributes } from "../src/view/blocks/page_attributes";

const page = (html: string) => new DOMParser().parseFromString(html, "text/html");

beforeEach(() => {
  document.documentElement.lang = "en";
  document.body.className = "own";
});

test("the page has the attributes of the HTML that said them last", () => {
  const [one, other] = [new PageAttributes(), new PageAttributes()];
  one.take(page(`<html lang="de" dir="rtl" data-theme="dark"><body class="one">`));
  other.take(page(`<html lang="fr"><body class="two">`));
  const { documentElement: root, body } = document;
  expect([root.lang, root.dir, root.dataset["theme"], body.className]).toEqual([
    "fr",
    "rtl",
    undefined,
    "two",
  ]);
  one.take(page(`<html lang="it"><body class="three">`));
  expect([root.lang, root.hasAttribute("dir"), body.className]).toEqual(["it", false, "three"]);
  one.giveBack();
  expect([root.lang, body.className]).toEqual(["fr", "two"]);
  other.giveBack();
  expect([root.lang, body.className]).toEqual(["en", "own"]);
});

test("what a script has changed since stays, and odd names are given back", () => {
  const taken = new PageAttributes();
  taken.take(page(`<html lang="de"><body class="one" @click="go()">`));
  document.documentElement.lang = "nl";
  expect(document.body.getAttribute("@click")).toBe("go()");
  taken.giveBack();
  expect(document.documentElement.lang).toBe("nl");
  expect([document.body.className, document.body.hasAttribute("@click")]).toEqual(["own", false]);
});
