import { expect, test } from "vitest";
import { elementsIn, elementsInPart } from "../src/view/model/elements";
import cases from "../../../widget-state/tests/fixtures/html_elements.json";

test.each(cases.map((one, number) => ({ number, ...one })))(
  "the server knows the elements of piece $number",
  ({ html, page, part }) => {
    expect([...elementsIn(html).texts]).toEqual(page);
    expect([...elementsInPart(html).texts.keys()]).toEqual(part);
  },
);
