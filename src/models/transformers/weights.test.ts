import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { withWeights } from "./weights.ts";

// Node 20 lacks it.
beforeAll(() => {
  if ("transfer" in ArrayBuffer.prototype) return;
  const transfer = function (this: ArrayBuffer) {
    return structuredClone(new ArrayBuffer(0), { transfer: [this] });
  };
  Object.defineProperty(ArrayBuffer.prototype, "transfer", { value: transfer });
});

const bytesOf = (length: number) => new Uint8Array(length).map((_, at) => at * 31 + (at >> 8));

function opened(length: number) {
  const data = bytesOf(length);
  const { session_options } = withWeights({ threads: 1 }, [{ path: "w", data }], "wasm");
  const [file] = session_options.externalData;
  if (file === undefined) throw new Error("no file");
  return { data, file };
}

it("gives each tensor's bytes once, in any order, across pieces", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_000_000 }),
      fc.array(fc.nat(3_000_000), { maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      (length, cuts, order) => {
        const { file } = opened(length);
        const ends = [...new Set([...cuts.filter((cut) => cut < length), length])].sort(
          (a, b) => a - b,
        );
        const tensors = ends.map((end, at) => ({ begin: ends[at - 1] ?? 0, end }));
        const shuffled = tensors
          .map((tensor) => ({ tensor, key: order.next().value }))
          .sort((a, b) => a.key - b.key);
        const whole = bytesOf(length);
        for (const { tensor } of shuffled) {
          const copied = file.data.subarray(tensor.begin, tensor.end);
          expect(Buffer.compare(copied, whole.subarray(tensor.begin, tensor.end))).toBe(0);
        }
      },
    ),
    { numRuns: 40 },
  );
});

it("passes for a typed array of the file's length, and leaves nothing of the file", () => {
  const { data, file } = opened(2_500_000);
  expect(data.length).toBe(0);
  expect(file.data).toBeInstanceOf(Uint8Array);
  expect(file.data.byteLength).toBe(2_500_000);
  const first = file.data.subarray(0, 1_500_000);
  expect(file.data.subarray(1_500_000, 2_500_000).length).toBe(1_000_000);
  // The runtime has copied the one before.
  expect(first.length).toBe(0);
});

it("throws if bytes are read twice, instead of giving others", () => {
  const { file } = opened(1000);
  file.data.subarray(0, 1000);
  expect(() => file.data.subarray(0, 1000)).toThrow();
});
