import { expect, test } from "vitest";
import { DrawnOtherwise, NotSaved, problemText } from "../src/view/body/problem";

test("what is drawn but for a part is not said to be missing", () => {
  expect(problemText(new Error("no data"))).toBe("This could not be drawn: no data");
  expect(problemText(new NotSaved("nothing is there"))).toBe("Nothing is there");
  expect(problemText(new DrawnOtherwise("drawn without the tiles"))).toBe(
    "Drawn without the tiles",
  );
});
