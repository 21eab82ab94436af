import * as z from "zod/mini";
import { AppError } from "../../../log/errors.ts";
import { type Answerer, answerer } from "./answerer.ts";
import type { Curve } from "./curve.ts";
import type { Fit } from "./fit.ts";
import { routerStudyVersion } from "./limits.ts";
import { predictorData } from "./predictor.ts";
import type { RefineSettings } from "./refine.ts";
import { type Matching, matchings, type ScoreRow } from "./scores.ts";
import { readVersioned } from "./versioned.ts";

const finite = z.number();
const share = finite.check(z.gte(0), z.lte(1));
const id = z.string().check(z.minLength(1));
const tools = z.array(id).check(z.minLength(1), z.maxLength(64));
const scores = z.array(share);
const matrix = z.array(scores);
const dropped = z.array(
  z.object({
    id,
    reason: z.enum(["no-vector", "tool-missing", "vector-length", "not-a-number"]),
  }),
);
const neighbour = z.object({ id, question: id, similarity: finite, labels: scores });
const refinements = z.array(
  z.object({ id, raw: scores, refined: scores, neighbours: z.array(neighbour) }),
);
const settings = z.object({ k: z.int().check(z.gte(1)), alpha: share });
const wide = (rows: readonly (readonly unknown[])[], width: number) =>
  rows.every(({ length }) => length === width);

const quality = z.object({
  questions: z.int(),
  kl: finite,
  meanAbsoluteError: finite,
  pairAccuracy: z.nullable(finite),
  topAccuracy: finite,
  accuracy: finite,
  yardsticks: z.object({ random: finite, fixed: z.array(finite), oracle: finite }),
});

const fit = z
  .object({
    predictor: predictorData,
    toolIds: tools,
    dropped,
    refinements,
    questions: z.array(z.object({ id, question: id })).check(z.minLength(1)),
    heldOut: matrix,
    labels: matrix,
    quality,
  })
  .check(
    z.refine(
      ({ questions, heldOut, labels }) =>
        heldOut.length === questions.length && labels.length === questions.length,
      { path: ["questions"] },
    ),
    z.refine(({ toolIds, heldOut, labels }) => wide([...heldOut, ...labels], toolIds.length), {
      path: ["toolIds"],
    }),
    z.refine(({ toolIds, predictor }) => predictor.outputs === toolIds.length, {
      path: ["predictor"],
    }),
  );

const outcome = {
  usd: z.nullable(finite),
  usdPerThousand: z.nullable(finite),
  meanPredicted: finite,
  accuracy: z.nullable(finite),
  counts: z.array(z.int()),
};

const curve = z.object({
  points: z.array(
    z.object({ ...outcome, pMin: finite, lambda: finite, boundUsdPerThousand: finite }),
  ),
  references: z.array(
    z.object({
      ...outcome,
      strategy: z.enum(["fixed", "best-predicted"]),
      toolId: z.nullable(z.string()),
    }),
  ),
  range: z.object({ cheapest: finite, bestReachable: finite }),
});

const routerStudy = z.object({
  version: z.literal(routerStudyVersion),
  encoder: id,
  matching: z.enum(matchings),
  trained: z.nullable(z.object({ refine: settings, fit, answerer: z.optional(answerer) })),
  drawn: z.nullable(
    z.object({ prices: z.record(z.string(), z.nullable(finite.check(z.gte(0)))), curve }),
  ),
});

export interface RouterStudy {
  version: typeof routerStudyVersion;
  /** `id@sha256`. */
  encoder: string;
  matching: Matching;
  trained: { refine: RefineSettings; fit: Fit; answerer?: Answerer | undefined } | null;
  /** In US dollars per 1,000 requests. */
  drawn: { prices: Record<string, number | null>; curve: Curve } | null;
}

export function writeStudy(study: RouterStudy): string {
  return JSON.stringify(study);
}

/** Throws `router-data-invalid`. */
export function readStudy(text: string): RouterStudy {
  const { value } = readVersioned(text, routerStudyVersion);
  const study = routerStudy.safeParse(value);
  if (study.success) return study.data;
  const field = study.error.issues[0]?.path.join(".") ?? "";
  throw new AppError("router-data-invalid", { reason: "not-a-study", field });
}

export function changedSince(
  { toolIds, questions, labels }: Pick<Fit, "toolIds" | "questions" | "labels">,
  rows: readonly ScoreRow[],
): number {
  const now = new Map(
    rows
      .filter(({ scores: own }) => toolIds.every((tool) => Object.hasOwn(own, tool)))
      .map((row) => [row.id, row]),
  );
  let changed = 0;
  for (const [place, question] of questions.entries()) {
    const row = now.get(question.id);
    now.delete(question.id);
    const same =
      row?.question === question.question &&
      toolIds.every((tool, at) => row.scores[tool] === labels[place]?.[at]);
    if (!same) changed += 1;
  }
  return changed + now.size;
}
