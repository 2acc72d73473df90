import { expect, test, vi } from "vitest";
import { readFile } from "../src/shell/download";
import { download, fileName } from "../src/view/host/download";

const offer = (resource: object) => ({ contents: [{ type: "resource", resource }] });
const CSV = { uri: "file:///chart.csv", mimeType: "text/csv", text: "a,b" };

test("what the view offers is what the host reads", async () => {
  const request = vi.fn(async (_: string, params: object) => {
    expect(readFile(params as Record<string, unknown>)?.name).toBe("my chart.png");
    return {};
  });
  const file = { name: "my chart.png", mimeType: "image/png", content: { base64: btoa("x") } };
  await download(file, request);
  expect(request).toHaveBeenCalledWith("ui/download-file", expect.anything());
  await expect(download(file, async () => ({ isError: true }))).rejects.toThrow("refused");
});

test.each([
  ["file:///../../etc/passwd", "passwd.csv"],
  ["file:///%2e%2e%2fx%2fy.exe", "y.csv"],
  ["C:\\Windows\\evil.bat", "evil.csv"],
  ["file:///.bashrc", "widget.csv"],
  ["file:///", "widget.csv"],
  ["file:///%C3%9Cmsatz%201.csv", "Ümsatz 1.csv"],
  ["file:///%zz.csv", "zz.csv"],
  ["file:///a%0Ab\u202Egnp.csv", "a b gnp.csv"],
  [`file:///${"x".repeat(5_000)}`, `${"x".repeat(80)}.csv`],
])("%s is saved as %s", (uri, name) => {
  expect(readFile(offer({ ...CSV, uri }))?.name).toBe(name);
});

test("a title is a file name on every system", () => {
  expect(fileName("Cars: 1/2 – ü", "csv")).toBe("Cars 1 2 – ü.csv");
  expect(fileName(" .. ", "csv")).toBe("widget.csv");
  expect(fileName("x".repeat(500), "csv")).toHaveLength(84);
});

test.each([
  ["text/plain", "txt"],
  ["text/markdown", "md"],
  ["image/jpeg", "jpg"],
  ["application/pdf", "pdf"],
])("a file of the type %s ends in .%s", (mimeType, ending) => {
  const blob = btoa("x");
  expect(readFile(offer({ uri: "file:///a.exe", mimeType, blob }))?.name).toBe(`a.${ending}`);
});

test.each([
  {},
  { contents: [] },
  { contents: [{ type: "resource_link", uri: "https://example.com/" }] },
  { contents: [...offer(CSV).contents, ...offer(CSV).contents] },
  offer({ ...CSV, mimeType: "text/html" }),
  offer({ ...CSV, mimeType: "image/svg+xml" }),
  offer({ ...CSV, mimeType: "__proto__" }),
  offer({ ...CSV, text: undefined }),
  offer({ ...CSV, text: undefined, blob: "not base64!" }),
  offer({ ...CSV, uri: 7 }),
])("what is not a file that we save is refused: %o", (params) => {
  expect(readFile(params as Record<string, unknown>)).toBeNull();
});
