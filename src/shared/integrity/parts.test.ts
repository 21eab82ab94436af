import fc from "fast-check";
import { expect, it } from "vitest";
import { partsOf } from "./parts.ts";

const sizes = fc.integer({ min: 0, max: 500_000_000 });

it("leaves a small file as it is", () => {
  expect(partsOf("a.onnx", 25_165_824)).toEqual([{ address: "a.onnx", from: 0, to: 25_165_824 }]);
});

it("numbers the parts of a larger one", () => {
  expect(partsOf("a.onnx", 25_165_825)).toEqual([
    { address: "a.onnx.1-of-2", from: 0, to: 12_582_913 },
    { address: "a.onnx.2-of-2", from: 12_582_913, to: 25_165_825 },
  ]);
});

it("takes every byte once, in order, and no part is too large for a host", () => {
  fc.assert(
    fc.property(sizes, (bytes) => {
      let at = 0;
      for (const { from, to } of partsOf("a", bytes)) {
        expect(from).toBe(at);
        expect(to - from).toBeLessThan(25 * 2 ** 20);
        at = to;
      }
      expect(at).toBe(bytes);
    }),
  );
});
