/**
 * The papers' gates as policies: each is the whole with some of the actions and some of what it goes
 * by. Which configurations are a gate's actions is told from their settings and results, so that any
 * report that compares the like will do.
 */

import { combinationIds, isLarge } from "../../src/evaluation/analysis/combination-ids.ts";
import type { Design } from "../../src/evaluation/policy/learn.ts";
import type { Configuration, LabResult } from "../../src/evaluation/types.ts";
import type { RunSettings } from "../../src/log/types.ts";
import { coopLlm } from "../../src/methods/coop-llm/index.ts";
import { homoRouter } from "../../src/methods/homo-router/index.ts";
import { raIsf } from "../../src/methods/ra-isf/index.ts";
import { slimPlm } from "../../src/methods/slim-plm/index.ts";

export interface GatedReport {
  configurations: readonly Configuration[];
  results: readonly Pick<LabResult, "configuration" | "searches">[];
}

export interface PolicyGate {
  title: string;
  design: Design;
  /** Ids of the configurations that it chooses from; none where the report does not compare them. */
  actions: (report: GatedReport) => string[];
}

export const policyGates: readonly PolicyGate[] = [
  /** Who plans and who sums up, from the question alone; the small model reads. */
  { title: coopLlm.title, design: "question", actions: smallReaders },
  /** Looked up or not, by how sure the answer from memory is. */
  { title: slimPlm.title, design: "sureness", actions: lookedUpOrNot },
  /** Looked up or not, split or not, by what the run tells. */
  { title: raIsf.title, design: "run", actions: splitOrNot },
  /** One tool of several, from the question alone. */
  { title: homoRouter.title, design: "question", actions: tools },
];

function idsOf(
  { configurations }: GatedReport,
  fits: (settings: RunSettings, id: string) => boolean,
): string[] {
  return configurations.filter(({ id, settings }) => fits(settings, id)).map(({ id }) => id);
}

function smallReaders({ configurations }: GatedReport): string[] {
  return combinationIds(configurations).filter((id) => !isLarge(id, "solve"));
}

/** Configurations that decide it themselves are no action of who decides it. */
function isUngated({ gate, source }: RunSettings): boolean {
  return gate.kind === "off" && source.choice === "fixed";
}

function searching({ results }: GatedReport): Set<string> {
  return new Set(
    results.filter(({ searches }) => searches > 0).map(({ configuration }) => configuration),
  );
}

/** None where all look something up, or none does. */
function lookedUpOrNot(report: GatedReport): string[] {
  const looksUp = searching(report);
  const ids = idsOf(report, isUngated);
  const kinds = new Set(ids.map((id) => looksUp.has(id)));
  return kinds.size === 2 ? ids : [];
}

/** None where all are split, or none is. */
function splitOrNot(report: GatedReport): string[] {
  const splits = ({ fallback }: RunSettings) => fallback.on && fallback.maxDepth > 0;
  const ids = idsOf(report, ({ source }) => source.choice === "fixed");
  const kinds = new Set(
    report.configurations.flatMap(({ id, settings }) => (ids.includes(id) ? splits(settings) : [])),
  );
  return kinds.size === 2 ? ids : [];
}

function tools(report: GatedReport): string[] {
  const fixed = report.configurations.filter(({ settings }) => settings.source.choice === "fixed");
  const asked = new Set(fixed.map(({ settings }) => settings.source.tool));
  return asked.size === fixed.length ? fixed.map(({ id }) => id) : [];
}
