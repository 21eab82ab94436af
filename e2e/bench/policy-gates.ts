/** The papers' gates are the full policy, restricted to some actions and features. */

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
  /** Empty if the report does not compare them. */
  actions: (report: GatedReport) => string[];
}

export const policyGates: readonly PolicyGate[] = [
  { title: coopLlm.title, design: "question", actions: smallReaders },
  { title: slimPlm.title, design: "sureness", actions: lookedUpOrNot },
  { title: raIsf.title, design: "run", actions: splitOrNot },
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

/** Excludes setups that make the gate's decision themselves. */
function isUngated({ gate, source }: RunSettings): boolean {
  return gate.kind === "off" && source.choice === "fixed";
}

function searching({ results }: GatedReport): Set<string> {
  return new Set(
    results.filter(({ searches }) => searches > 0).map(({ configuration }) => configuration),
  );
}

/** Empty unless some setups retrieve and some do not. */
function lookedUpOrNot(report: GatedReport): string[] {
  const looksUp = searching(report);
  const ids = idsOf(report, isUngated);
  const kinds = new Set(ids.map((id) => looksUp.has(id)));
  return kinds.size === 2 ? ids : [];
}

/** Empty unless some setups split and some do not. */
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
