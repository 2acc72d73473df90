import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installInPageWorkers } from "../src/chart/in_page_worker";

let next = 1;
/** jsdom has neither. */
URL.createObjectURL = () => `blob:null/${next++}`;
Blob.prototype.text ??= function text(this: Blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.readAsText(this);
  });
};

beforeEach(() => {
  // The scripts of jsdom run in a global scope of their own.
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    globalThis.eval((script as HTMLScriptElement).textContent);
  });
  installInPageWorkers();
});

afterEach(() => vi.restoreAllMocks());

const blobOf = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

const answerOf = (worker: Worker) =>
  new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
  });

const ECHO = `
  const isWorker = self instanceof WorkerGlobalScope;
  self.addEventListener("message", ({ data }) => self.postMessage({ ...data, isWorker }));
  class Answer {}
  export{Answer as default};`;

test("a program in a blob runs in the page as in a worker", async () => {
  const worker = new Worker(blobOf(ECHO), { type: "module" });
  const answer = answerOf(worker);
  worker.postMessage({ list: [1, 2] });
  expect(await answer).toEqual({ list: [1, 2], isWorker: true });
  worker.terminate();
});

test("a program that imports another of its page runs that one", async () => {
  const inner = blobOf(ECHO);
  const worker = new Worker(blobOf(`import ${JSON.stringify(inner)}`), { type: "module" });
  const answer = answerOf(worker);
  worker.postMessage({ n: 1 });
  expect(await answer).toEqual({ n: 1, isWorker: true });
  worker.terminate();
});

test("what is no program of the page is an error of the worker", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const worker = new Worker("https://example.com/worker.js");
  await new Promise((resolve) => worker.addEventListener("error", resolve));
});
