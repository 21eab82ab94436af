/** Results of earlier versions open; what they scored differently is unknown. */
import { expect, it } from "vitest";
import { labResultOf } from "../testing/lab/stage-world.ts";
import { labResult } from "./types.ts";

const earlier = {
  coverEm: 1,
  coverEmTokens: 1,
  em: 0,
  f1: 0.5,
  hit: 1,
  matching: 0.5,
  rouge1: 0.4,
  rouge2: 0.2,
  rougeL: 0.4,
  supportRecall: null,
};

it("keeps what was scored of the short answer, and takes none of it for the output's", () => {
  const kept = JSON.parse(JSON.stringify({ ...labResultOf("q", "SSS", 1), metrics: earlier }));
  expect(labResult.parse(kept).metrics).toEqual({
    ...earlier,
    right: 1,
    rightChoice: null,
    coverEmOutput: null,
    hit: null,
    matching: null,
    rouge1: null,
    rouge2: null,
    rougeL: null,
  });
});

it("reads its own as they are", () => {
  const own = labResultOf("q", "SSS", 1);
  expect(labResult.parse(JSON.parse(JSON.stringify(own)))).toEqual(own);
});
