import type { Answerer } from "../../methods/homo-router/training/answerer.ts";
import type { ScoreRow } from "../../methods/homo-router/training/scores.ts";
import type { QuestionRow } from "../questions/question.ts";
import type { LabBatch, LabResult, MetricId } from "../types.ts";

export function toolsIn({ configurations }: Pick<LabBatch, "configurations">): string[] {
  return configurations.flatMap(({ settings: { source } }) =>
    source.choice === "fixed" ? [source.tool] : [],
  );
}

/** Null if the configurations differ in their models. */
function answererIn({ configurations, models }: ReportTables["batch"]): Answerer | null {
  const fixed = configurations.filter(({ settings: { source } }) => source.choice === "fixed");
  const tiers = new Set(fixed.map(({ settings: { summarise } }) => summarise));
  const [tier] = tiers;
  if (tier === undefined || tier === "decide" || tiers.size > 1) return null;
  const model = tier === "small" ? models.small : models.large;
  return model === null ? null : { tier, model };
}

/** The metric is the label (Eq. 3). A tool whose run failed has no score; no row is dropped. */
export function scoreRowsIn(
  { batch, questions, results }: ReportTables,
  metric: MetricId,
): ScoreRow[] {
  const toolOf = new Map(
    batch.configurations.map(({ id, settings: { source } }) => [
      id,
      source.choice === "fixed" ? source.tool : null,
    ]),
  );
  const answerer = answererIn(batch);
  const rows = new Map(
    questions.map(({ id, question, answers, dataset }): [string, ScoreRow] => [
      id,
      {
        id,
        question,
        set: dataset ?? batch.set,
        golds: answers,
        scores: {},
        vector: null,
        encoder: null,
        predictions: {},
        ...(answerer === null ? {} : { answerer }),
      },
    ]),
  );
  for (const { question, configuration, metrics, prediction } of results) {
    const row = rows.get(question);
    const tool = toolOf.get(configuration) ?? null;
    const label = metrics[metric];
    if (row === undefined || tool === null || label === null) continue;
    row.scores[tool] = label;
    row.predictions[tool] = prediction;
  }
  return [...rows.values()];
}

interface ReportTables {
  batch: Pick<LabBatch, "configurations" | "set" | "models">;
  questions: readonly QuestionRow[];
  results: readonly Pick<LabResult, "question" | "configuration" | "metrics" | "prediction">[];
}
