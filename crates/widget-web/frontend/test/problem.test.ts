import { expect, test } from "vitest";
import { Lacking, problemText } from "../src/view/body/problem";

test("what is drawn but for a part is not said to be missing", () => {
  expect(problemText(new Error("no data"))).toBe("This could not be drawn: no data");
  expect(problemText(new Lacking("the tiles"))).toBe("Drawn without the tiles");
});
