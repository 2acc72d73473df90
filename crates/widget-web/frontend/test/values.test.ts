import { expect, test } from "vitest";
import fixture from "../../../widget-state/tests/fixtures/values.json";
import { COMPONENTS } from "../src/view/components/registry";
import type { ComponentSpec } from "../src/wire/document";
import type { Json } from "../src/wire/json";

/** A component, and the values that the server takes for it; `values.rs` there writes it. */
interface Case {
  component: ComponentSpec;
  starts_with: Json;
  accepted: Json[];
  refused: Json[];
}

test.each(fixture as unknown as Case[])(
  "a $component.type accepts what it does on the server",
  ({ component, starts_with, accepted, refused }) => {
    const type = COMPONENTS.get(component.type);
    const accepts = (value: Json) => type?.accepts?.(value, component) ?? false;
    expect(type?.initialValue?.(component) ?? null).toEqual(starts_with);
    expect(accepted.filter((value) => !accepts(value))).toEqual([]);
    expect(refused.filter(accepts)).toEqual([]);
  },
);
