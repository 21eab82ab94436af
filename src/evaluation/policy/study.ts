import { AppError } from "../../log/errors.ts";
import type { CostId, MetricId } from "../types.ts";
import { type ActionTable, meanCosts, type RunFeatureId } from "./actions.ts";
import { perThousand } from "./choice.ts";
import { type DesignCurve, type Outside, type PolicyCurves, policyCurves } from "./curve.ts";
import {
  crossLearn,
  type Design,
  defaultLearn,
  type LearnHooks,
  type LearnSettings,
  possibleDesigns,
  trainModels,
} from "./learn.ts";
import { type ActionPolicy, actionPolicyVersion } from "./policy.ts";

/** Cross-validation ranks the designs, best first (docs/deciding.md). */
const byDefault: readonly Design[] = ["sureness", "run", "both", "question"];

export interface StudyRequest {
  table: ActionTable;
  design?: Design;
  compared?: readonly Design[];
  /** `id@sha256`; null without vectors. */
  encoder: string | null;
  outside?: readonly Outside[];
  settings?: LearnSettings;
}

export interface PolicyStudy extends PolicyCurves {
  metric: MetricId;
  cost: CostId;
  questions: number;
  leftOut: number;
  actions: { id: string; title: string }[];
  base: string;
  features: readonly RunFeatureId[];
  untold: readonly RunFeatureId[];
  design: Design;
}

/** Throws `policy-data-invalid`, or `stopped`. */
export function learnPolicy(
  { table, encoder, outside = [], settings = defaultLearn, ...request }: StudyRequest,
  hooks: LearnHooks = {},
): { study: PolicyStudy; policy: ActionPolicy } {
  const possible = possibleDesigns(table);
  const design = request.design ?? byDefault.find((one) => possible.includes(one));
  if (design === undefined || !possible.includes(design)) {
    throw new AppError("policy-data-invalid", { reason: "design", design: design ?? null });
  }
  const { compared = possible } = request;
  const wanted = possible.filter((one) => one === design || compared.includes(one));
  const deals = crossLearn(table, wanted, settings, hooks);
  const curves = policyCurves(table, deals, wanted, outside);
  const own = curves.learned.find((one) => one.design === design);
  const models = trainModels(table, design, settings, hooks);
  const { actions, base, metric, cost, features, untold, rows, leftOut, answerers } = table;
  const baseId = actions[base]?.id ?? "";
  return {
    study: {
      ...curves,
      metric,
      cost,
      questions: rows.length,
      leftOut,
      actions: actions.map(({ id, title }) => ({ id, title })),
      base: baseId,
      features,
      untold,
      design,
    },
    policy: {
      version: actionPolicyVersion,
      actions: [...actions],
      base: baseId,
      design,
      models,
      features: [...features],
      encoder: models.heads === null ? null : encoder,
      metric,
      cost,
      costs: meanCosts(rows),
      curve: own === undefined ? [] : slider(own),
      lambda: own === undefined ? 0 : halfway(own),
      trainedOn: rows.length,
      answerers,
      k: settings.refine.k,
      alpha: settings.refine.alpha,
    },
  };
}

function slider({ points }: DesignCurve): ActionPolicy["curve"] {
  return points.map(({ lambda, expected, cost, accuracy }) => ({
    lambda,
    pMin: expected.right,
    costPerThousand: perThousand * cost.mean,
    accuracy: accuracy.mean,
  }));
}

/** Initial λ: spends up to half of the dearest point's cost, until a person sets a price. */
function halfway({ points }: DesignCurve): number {
  const dearest = points.at(-1)?.cost.mean ?? 0;
  return points.findLast(({ cost }) => cost.mean <= dearest / 2)?.lambda ?? 0;
}
