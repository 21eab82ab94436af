/** A parent is the sum of its children; an unknown part makes it unknown. */
import type { Charge, RunEvent, RunEventOf } from "../log/events.ts";
import type { ModelRef, Stage, Tier } from "../log/types.ts";

export interface Entry {
  calls: number;
  /** The paper's "interactions". */
  largeCalls: number;
  /** Sums over calls that reported tokens; `untoldCalls` counts the others. */
  promptTokens: number;
  cachedTokens: number;
  generatedTokens: number;
  untoldCalls: number;
  /** The server under-reported: tokens are a lower bound. */
  understatedCalls: number;
  /** A lower bound if `unknownUsdCalls` > 0. */
  usd: number;
  unknownUsdCalls: number;
  estimatedUsd: number;
  /** Calls from the cache; also counted above as if made. */
  rememberedCalls: number;
  /** Leaves out cached calls. */
  paidUsd: number;
  unknownPaidCalls: number;
  /** Includes small model, local retrieval, readings, embeddings. */
  localSeconds: number;
  remoteSeconds: number;
  bytesSent: number;
  /** `failedSearches` counts service failures. */
  retrievals: number;
  failedSearches: number;
  /** Part of `localSeconds`, never of `calls`. */
  readings: number;
  readingSeconds: number;
}

export interface Ledger {
  charges: readonly Charge[];
  total: Entry;
  byStage: Readonly<Record<Stage, Entry>>;
  byNode: ReadonlyMap<string, Entry>;
  /** Model calls only; two servers may share a model name. */
  byTier: Readonly<Record<Tier, Entry>>;
  byModel: ReadonlyMap<string, Entry>;
  /** Excludes "device". */
  bytesByDestination: ReadonlyMap<string, number>;
}

/** Null if a part is unknown. */
export function knownUsd({ usd, unknownUsdCalls }: Entry): number | null {
  return unknownUsdCalls > 0 ? null : usd;
}

export const emptyEntry: Entry = {
  calls: 0,
  largeCalls: 0,
  promptTokens: 0,
  cachedTokens: 0,
  generatedTokens: 0,
  untoldCalls: 0,
  understatedCalls: 0,
  usd: 0,
  unknownUsdCalls: 0,
  estimatedUsd: 0,
  rememberedCalls: 0,
  paidUsd: 0,
  unknownPaidCalls: 0,
  localSeconds: 0,
  remoteSeconds: 0,
  bytesSent: 0,
  retrievals: 0,
  failedSearches: 0,
  readings: 0,
  readingSeconds: 0,
};

/** `model` keys are "engine/model". */
export function modelKey(model: ModelRef): string {
  return `${model.engine}/${model.model}`;
}

export function foldLedger(events: Iterable<RunEvent>): Ledger {
  return sumCharges(collectCharges(events));
}

export function collectCharges(events: Iterable<RunEvent>): Charge[] {
  const starts = new Map<string, Extract<RunEvent, { type: "call-start" }>>();
  const charges: Charge[] = [];
  for (const event of events) {
    if (event.type === "run-resume") for (const charge of event.dropped) charges.push(charge);
    if (event.type === "call-start") starts.set(event.call, event);
    if (event.type === "call-end" || event.type === "call-error") {
      const start = starts.get(event.call);
      if (start === undefined || isHeldBack(event)) continue;
      charges.push({
        kind: "call",
        call: event.call,
        stage: start.stage,
        purpose: start.purpose,
        node: start.node,
        model: start.model,
        tier: start.model.tier,
        usage: event.usage,
        ...(event.type === "call-end" && event.reported ? { understated: true } : {}),
        cost: event.cost,
        seconds: (event.totalMs - waitedMs(event)) / 1000,
        bytesSent: event.bytesSent,
        ...(isRemembered(event) ? { remembered: true } : {}),
      });
    }
    if (event.type === "retrieval" || event.type === "tool-failure") {
      charges.push(searchCharge(event));
    }
    if (event.type === "gate" && event.by === "encoder") {
      const { node, stage } = event;
      charges.push({ ...onDevice(event.totalMs), kind: "reading", node, stage, purpose: "judge" });
    }
    if (event.type === "gate" && event.by === "neighbours") charges.push(embeddingCharge(event));
    if (event.type === "source" && event.totalMs !== undefined)
      charges.push(embeddingCharge(event));
    if (event.type === "reading") charges.push(readingCharge(event));
    if (event.type === "evidence") {
      const charge = { ...onDevice(event.totalMs), kind: "reading", stage: "summarise" } as const;
      charges.push({ ...charge, ...repeatedIf(event.remembered === 1) });
    }
  }
  return charges;
}

function onDevice(totalMs: number) {
  return {
    call: null,
    stage: "solve",
    purpose: null,
    node: null,
    model: null,
    tier: null,
    usage: null,
    cost: { usd: 0, basis: "local" },
    seconds: totalMs / 1000,
    bytesSent: 0,
  } satisfies Omit<Charge, "kind">;
}

/** A service charges even for unusable answers. */
function searchCharge(event: RunEventOf<"retrieval" | "tool-failure">): Charge {
  const { node, bytesSent, totalMs, tool } = event;
  const charge = { ...onDevice(totalMs), kind: "retrieval" as const, node, bytesSent };
  if (tool === undefined) return charge;
  const cost = event.cost ?? { usd: 0, basis: "estimated" };
  return { ...charge, tool, cost, ...(event.type === "tool-failure" ? { failed: true } : {}) };
}

function embeddingCharge(event: RunEventOf<"gate" | "source">): Charge {
  const stage = event.type === "gate" ? event.stage : "solve";
  return { ...onDevice(event.totalMs ?? 0), kind: "embedding", node: event.node, stage };
}

function repeatedIf(repeated: boolean): Pick<Charge, "repeated"> {
  return repeated ? { repeated } : {};
}

/**
 * A large reader would have read what the encoder read for an answer: those tokens feed the
 * counterfactuals. It would not have read passages that were only ranked.
 */
function readingCharge(event: RunEventOf<"reading">): Charge {
  const read = event.use === "read" && event.readings.length > 0;
  const share = event.kept.length / Math.max(1, event.readings.length);
  const promptTokens = Math.round(event.tokens * share);
  return {
    ...onDevice(event.totalMs),
    kind: "reading",
    stage: event.stage,
    node: event.node,
    purpose: "read",
    usage: read ? { promptTokens, cachedTokens: null, generatedTokens: 0 } : null,
    ...repeatedIf(event.readings.length > 0 && event.remembered === event.readings.length),
  };
}

/** A call stopped by a cap was never made. */
function isHeldBack(event: RunEventOf<"call-end" | "call-error">): boolean {
  return (
    event.type === "call-error" &&
    (event.error.code === "spending-cap-reached" || event.error.code === "price-unknown-under-cap")
  );
}

function isRemembered(event: RunEventOf<"call-end" | "call-error">): boolean {
  return event.type === "call-end" && event.remembered === true;
}

/** Waiting for another call does not count. */
function waitedMs(event: RunEventOf<"call-end" | "call-error">): number {
  return event.type === "call-end" ? event.queueMs : 0;
}

export function sumCharges(charges: readonly Charge[]): Ledger {
  const byStage: Record<Stage, Entry> = {
    plan: emptyEntry,
    solve: emptyEntry,
    summarise: emptyEntry,
  };
  const byTier: Record<Tier, Entry> = { small: emptyEntry, large: emptyEntry };
  const byNode = new Map<string, Entry>();
  const byModel = new Map<string, Entry>();
  const bytesByDestination = new Map<string, number>();
  for (const charge of charges) {
    const entry = chargeEntry(charge);
    byStage[charge.stage] = addEntries(byStage[charge.stage], entry);
    if (charge.node !== null)
      byNode.set(charge.node, addEntries(byNode.get(charge.node) ?? emptyEntry, entry));
    if (charge.tier !== null) byTier[charge.tier] = addEntries(byTier[charge.tier], entry);
    const destination = (charge.model ?? charge.tool)?.destination;
    if (charge.bytesSent > 0 && destination !== undefined) {
      const before = bytesByDestination.get(destination) ?? 0;
      bytesByDestination.set(destination, before + charge.bytesSent);
    }
    if (charge.model === null) continue;
    const key = modelKey(charge.model);
    byModel.set(key, addEntries(byModel.get(key) ?? emptyEntry, entry));
  }
  const total = addEntries(addEntries(byStage.plan, byStage.solve), byStage.summarise);
  return { charges, total, byStage, byNode, byTier, byModel, bytesByDestination };
}

function chargeEntry(charge: Charge): Entry {
  const local = charge.cost.basis === "local";
  const isCall = charge.kind === "call";
  const isReading = charge.kind === "reading" && charge.repeated !== true;
  const isSearch = charge.kind === "retrieval";
  // The encoder's tokens are only for the counterfactuals.
  const usage = isCall ? charge.usage : null;
  const isUsageKnown =
    usage !== null && usage.promptTokens !== null && usage.generatedTokens !== null;
  const remembered = charge.remembered === true;
  return {
    calls: isCall ? 1 : 0,
    largeCalls: charge.tier === "large" ? 1 : 0,
    promptTokens: usage?.promptTokens ?? 0,
    cachedTokens: usage?.cachedTokens ?? 0,
    generatedTokens: usage?.generatedTokens ?? 0,
    untoldCalls: isCall && !isUsageKnown ? 1 : 0,
    understatedCalls: charge.understated === true ? 1 : 0,
    usd: charge.cost.usd ?? 0,
    unknownUsdCalls: charge.cost.usd === null ? 1 : 0,
    estimatedUsd: charge.cost.basis === "estimated" ? (charge.cost.usd ?? 0) : 0,
    rememberedCalls: remembered ? 1 : 0,
    paidUsd: remembered ? 0 : (charge.cost.usd ?? 0),
    unknownPaidCalls: !remembered && charge.cost.usd === null ? 1 : 0,
    localSeconds: local ? charge.seconds : 0,
    remoteSeconds: local ? 0 : charge.seconds,
    bytesSent: charge.bytesSent,
    retrievals: isSearch && charge.failed !== true ? 1 : 0,
    failedSearches: isSearch && charge.failed === true ? 1 : 0,
    readings: isReading ? 1 : 0,
    readingSeconds: isReading ? charge.seconds : 0,
  };
}

export function addEntries(a: Entry, b: Entry): Entry {
  return {
    calls: a.calls + b.calls,
    largeCalls: a.largeCalls + b.largeCalls,
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    generatedTokens: a.generatedTokens + b.generatedTokens,
    untoldCalls: a.untoldCalls + b.untoldCalls,
    understatedCalls: a.understatedCalls + b.understatedCalls,
    usd: a.usd + b.usd,
    unknownUsdCalls: a.unknownUsdCalls + b.unknownUsdCalls,
    estimatedUsd: a.estimatedUsd + b.estimatedUsd,
    rememberedCalls: a.rememberedCalls + b.rememberedCalls,
    paidUsd: a.paidUsd + b.paidUsd,
    unknownPaidCalls: a.unknownPaidCalls + b.unknownPaidCalls,
    localSeconds: a.localSeconds + b.localSeconds,
    remoteSeconds: a.remoteSeconds + b.remoteSeconds,
    bytesSent: a.bytesSent + b.bytesSent,
    retrievals: a.retrievals + b.retrievals,
    failedSearches: a.failedSearches + b.failedSearches,
    readings: a.readings + b.readings,
    readingSeconds: a.readingSeconds + b.readingSeconds,
  };
}
