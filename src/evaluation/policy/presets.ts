/**
 * The papers' gates as policies: each is the whole with some of the actions and some of what it goes
 * by. Which configurations are a gate's actions is told from their settings and results, so that any
 * report that compares the like will do.
 */
import { AppError } from "../../log/errors.ts";
import type { RunSettings } from "../../log/types.ts";
import { coopLlm } from "../../methods/coop-llm/index.ts";
import { homoRouter } from "../../methods/homo-router/index.ts";
import { raIsf } from "../../methods/ra-isf/index.ts";
import { slimPlm } from "../../methods/slim-plm/index.ts";
import { combinationIds, isLarge } from "../analysis/combination-ids.ts";
import type { Configuration, LabResult } from "../types.ts";
import type { Design } from "./learn.ts";

export interface PresetReport {
  configurations: readonly Configuration[];
  results: readonly Pick<LabResult, "configuration" | "searches">[];
}

export interface PolicyPreset {
  id: string;
  title: string;
  /** What it goes by; null leaves it to what cross-validates best. */
  design: Design | null;
  /** Ids of the configurations that it chooses from. */
  actions: (report: PresetReport) => string[];
}

export const policyPresets: readonly PolicyPreset[] = [
  { id: "where-it-pays", title: "Where it pays", design: null, actions: everything },
  /** Who plans and who sums up, from the question alone; the small model reads. */
  { id: coopLlm.id, title: coopLlm.title, design: "question", actions: smallReaders },
  /** Looked up or not, by how sure the answer from memory is. */
  { id: slimPlm.id, title: slimPlm.title, design: "sureness", actions: lookedUpOrNot },
  /** Looked up or not, split or not, by what the run tells. */
  { id: raIsf.id, title: raIsf.title, design: "run", actions: splitOrNot },
  /** One tool of several, from the question alone. */
  { id: homoRouter.id, title: homoRouter.title, design: "question", actions: tools },
];

/** Throws `policy-data-invalid` where the report has no two of its actions. */
export function presetActions(preset: PolicyPreset, report: PresetReport): string[] {
  const actions = preset.actions(report);
  if (actions.length >= 2) return actions;
  throw new AppError("policy-data-invalid", { reason: "preset", preset: preset.title });
}

function idsOf(
  { configurations }: PresetReport,
  fits: (settings: RunSettings, id: string) => boolean,
): string[] {
  return configurations.filter(({ id, settings }) => fits(settings, id)).map(({ id }) => id);
}

function everything(report: PresetReport): string[] {
  return idsOf(report, () => true);
}

function smallReaders({ configurations }: PresetReport): string[] {
  return combinationIds(configurations).filter((id) => !isLarge(id, "solve"));
}

/** Configurations that decide it themselves are no action of who decides it. */
function isUngated({ gate, source }: RunSettings): boolean {
  return gate.kind === "off" && source.choice === "fixed";
}

function searching({ results }: PresetReport): Set<string> {
  return new Set(
    results.filter(({ searches }) => searches > 0).map(({ configuration }) => configuration),
  );
}

/** None where all look something up, or none does. */
function lookedUpOrNot(report: PresetReport): string[] {
  const looksUp = searching(report);
  const ids = idsOf(report, isUngated);
  const kinds = new Set(ids.map((id) => looksUp.has(id)));
  return kinds.size === 2 ? ids : [];
}

/** None where all are split, or none is. */
function splitOrNot(report: PresetReport): string[] {
  const splits = ({ fallback }: RunSettings) => fallback.on && fallback.maxDepth > 0;
  const ids = idsOf(report, ({ source }) => source.choice === "fixed");
  const kinds = new Set(
    report.configurations.flatMap(({ id, settings }) => (ids.includes(id) ? splits(settings) : [])),
  );
  return kinds.size === 2 ? ids : [];
}

function tools(report: PresetReport): string[] {
  const fixed = report.configurations.filter(({ settings }) => settings.source.choice === "fixed");
  const asked = new Set(fixed.map(({ settings }) => settings.source.tool));
  return asked.size === fixed.length ? fixed.map(({ id }) => id) : [];
}
