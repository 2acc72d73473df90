import { expect, test } from "vitest";
import blocks from "../../../widget-state/tests/fixtures/block_values.json";
import fixture from "../../../widget-state/tests/fixtures/values.json";
import { typeOf } from "../src/view/blocks/registry";
import { COMPONENTS } from "../src/view/components/registry";
import { blockFromWire } from "../src/view/model/document";
import { readBlocks } from "../src/wire/block";
import type { ComponentSpec } from "../src/wire/document";
import type { Json } from "../src/wire/json";

/** A component, and the values that the server takes for it; `values.rs` there writes it. */
interface Case extends Values {
  component: ComponentSpec;
}

/** The same of a block. */
interface BlockCase extends Values {
  block: { type: string };
}

interface Values {
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

test.each(blocks as unknown as BlockCase[])(
  "a $block.type has the values that it has on the server",
  ({ block, starts_with, accepted, refused }) => {
    const [spec] = readBlocks([block]).map(blockFromWire);
    if (spec === undefined) throw new Error("the fixture has a block that is none");
    const value = typeOf(spec)?.value;
    const accepts = (one: Json) => value?.accepts(one, spec) ?? false;
    expect(value?.initial(spec) ?? null).toEqual(starts_with);
    expect(accepted.filter((one) => !accepts(one))).toEqual([]);
    expect(refused.filter(accepts)).toEqual([]);
  },
);
