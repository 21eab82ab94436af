/**
 * Stage E (HomoRouter §3): if a service fails, the library is asked; one that keeps failing is
 * skipped for the rest of the run.
 */
import { costOfRequests } from "../log/cost.ts";
import { AppError, type ErrorData, toAppError } from "../log/errors.ts";
import type { RunEventOf } from "../log/events.ts";
import {
  localTools,
  type RetrievalMode,
  type ScoredPassage,
  type ToolRef,
  type Withheld,
} from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { SearchTool, SourceRouter } from "../runtime/ports.ts";
import { chooseOnline } from "./dual-price.ts";

/**
 * A plan would wait for a dead service up to a dozen times; one failure may be due to the query.
 */
const failuresToLeave = 2;

export type Tool =
  | { kind: "none"; ref: ToolRef }
  | { kind: "library"; ref: ToolRef; mode: RetrievalMode }
  | { kind: "service"; ref: ToolRef; service: SearchTool };

const titles: Record<(typeof localTools)[number], string> = {
  none: "No search",
  bm25: "Library, by words",
  dense: "Library, by meaning",
  hybrid: "Library, both",
};

/** The library is free; it uses the run's own mode. */
export function libraryTool(context: Context): Tool {
  return localTool(context, context.settings.retrieval.mode);
}

function localTool({ ports }: Context, id: (typeof localTools)[number]): Tool {
  const { visibility } = ports.retriever.library;
  const title = titles[id];
  const ref: ToolRef = { id, title, destination: "device", usdPerThousand: 0, visibility };
  return id === "none" ? { kind: "none", ref } : { kind: "library", ref, mode: id };
}

/** Throws `tool-not-configured`. */
function toolById(context: Context, id: string): Tool {
  if (id === "library") return libraryTool(context);
  const local = localTools.find((known) => known === id);
  if (local !== undefined) return localTool(context, local);
  const service = context.ports.tools.find(({ ref }) => ref.id === id);
  if (service === undefined) throw new AppError("tool-not-configured", { tool: id });
  return { kind: "service", ref: service.ref, service };
}

/**
 * `best-predicted` is argmax p, `cost-saving` argmax p − λ·C, the batch's programme online. If the
 * router fails, the library is used. Throws AppError.
 */
export async function* chooseTool(context: Context, node: string, question: string): Steps<Tool> {
  const { choice, tool: fixed } = context.settings.source;
  if (choice === "fixed") {
    const tool = toolById(context, fixed);
    if (fixed !== "library") {
      yield context.event({
        type: "source",
        node,
        choice,
        tool: tool.ref,
        predicted: [],
        lambda: null,
      });
    }
    return tool;
  }
  const chosen = await context.eventOf({ type: "source", node }, () =>
    routed(context, choice, node, question),
  );
  yield chosen;
  return toolById(context, chosen.tool.id);
}

async function routed(
  context: Context,
  choice: RouterChoice,
  node: string,
  question: string,
): Promise<SourceBody> {
  const { router } = context.ports;
  if (router === null) throw new AppError("tool-not-configured", { tool: "router" });
  requireAnswerer(context, router);
  const startedMs = context.ports.clock.nowMs();
  const { scores, error } = await predictedBy(router, context, question);
  const totalMs = context.ports.clock.nowMs() - startedMs;
  const lambda = choice === "cost-saving" ? router.lambda : 0;
  const predicted = reachable(context, router.toolIds).flatMap((tool) => {
    const score = scores[tool.ref.id];
    return score === undefined || !Number.isFinite(score) ? [] : [{ tool, score }];
  });
  const best = chooseOnline(
    predicted.map(({ score }) => score),
    predicted.map(({ tool }) => tool.ref.usdPerThousand),
    lambda,
  );
  const tool = predicted[best]?.tool ?? libraryTool(context);
  return {
    type: "source",
    node,
    choice,
    tool: tool.ref,
    predicted: predicted.map((one) => ({ tool: one.tool.ref, score: one.score })),
    lambda: choice === "cost-saving" ? lambda : null,
    ...(error === null ? {} : { error }),
    totalMs,
  };
}

/** One model's scores say nothing about another's (Eq. 2). Throws `router-data-invalid`. */
function requireAnswerer({ settings, ports }: Context, { answerer = null }: SourceRouter): void {
  if (answerer === null) return;
  const tier = settings.plan === "off" ? settings.summarise : settings.solve;
  const able = [ports.small, ...(ports.large === null ? [] : [ports.large])].filter(
    ({ ref }) => tier === "decide" || ref.tier === tier,
  );
  if (able.some(({ ref }) => ref.tier === answerer.tier && ref.model === answerer.model)) return;
  throw new AppError("router-data-invalid", {
    reason: "answerer",
    trained: answerer.model,
    asked: able.map(({ ref }) => ref.model).join(", "),
  });
}

type SourceBody = Omit<RunEventOf<"source">, "seq" | "atMs">;
type RouterChoice = Exclude<SourceBody["choice"], "fixed">;

async function predictedBy(
  router: SourceRouter,
  { signal }: Context,
  question: string,
): Promise<{ scores: Readonly<Record<string, number>>; error: ErrorData | null }> {
  try {
    return { scores: await router.predict(question, signal), error: null };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "stopped" || signal.aborted) throw error;
    return { scores: {}, error: error.toData() };
  }
}

function isLeft(context: Context, id: string): boolean {
  return context.failuresOf(id) >= failuresToLeave;
}

/** A service may have been removed, or fail. */
function reachable(context: Context, ids: readonly string[]): Tool[] {
  return ids.flatMap((id) => {
    if (isLeft(context, id)) return [];
    try {
      return [toolById(context, id)];
    } catch {
      return [];
    }
  });
}

/** Returns at most `k`, best first. Throws AppError. */
export async function* searchWith(
  context: Context,
  tool: Tool,
  node: string,
  text: string,
  k: number,
): Steps<ScoredPassage[]> {
  context.throwIfStopped();
  if (tool.kind === "none") return [];
  if (context.isReplaying) return yield* recordedSearch(context, node);
  const { mode } = tool.kind === "library" ? tool : context.settings.retrieval;
  if (tool.kind === "library" || isLeft(context, tool.ref.id)) {
    return yield* searchLibrary(context, { mode, node, text, k });
  }
  const { destination } = tool.ref;
  const reason = context.privacy.withholdsSearch(text, destination);
  if (reason !== null) {
    const withheld = { destination, reason };
    return yield* searchLibrary(context, { mode, node, text, k, withheld });
  }
  const startedMs = context.ports.clock.nowMs();
  try {
    const found = await tool.service.search({ text, k, embed: embedOne(context) }, context.signal);
    const passages = found.passages.slice(0, k);
    yield context.event({
      type: "retrieval",
      node,
      search: text,
      mode: "service",
      passages,
      bytesSent: found.bytesSent,
      totalMs: context.ports.clock.nowMs() - startedMs,
      tool: tool.ref,
      requests: found.requests,
      cost: costOfRequests(found.requests, tool.ref),
    });
    return passages;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "stopped" || context.signal.aborted) throw error;
    const requests = toldCount(error, "requests");
    yield context.event({
      type: "tool-failure",
      node,
      tool: tool.ref,
      error: error.toData(),
      instead: mode,
      bytesSent: toldCount(error, "bytesSent"),
      totalMs: context.ports.clock.nowMs() - startedMs,
      requests,
      cost: costOfRequests(requests, tool.ref),
      ...(context.failuresOf(tool.ref.id) + 1 >= failuresToLeave ? { left: true } : {}),
    });
    return yield* searchLibrary(context, { mode, node, text, k });
  }
}

function embedOne({ ports, signal }: Context): (text: string) => Promise<Float32Array> {
  return async (text) => {
    const [vector] = await ports.embedder.embed([text], signal);
    if (vector === undefined) throw new AppError("retrieval-failed", { reason: "no-query-vector" });
    return vector;
  };
}

/** Service failures precede the search in the log. */
async function* recordedSearch(context: Context, node: string): Steps<ScoredPassage[]> {
  const failure = context.recorded("tool-failure");
  if (failure !== null) yield context.event(failure);
  const recorded = context.recorded("retrieval");
  if (recorded?.node !== node) throw new AppError("run-not-repeatable");
  yield context.event(recorded);
  return recorded.passages;
}

function toldCount({ params }: AppError, name: "requests" | "bytesSent"): number {
  const value = params[name];
  return typeof value === "number" ? value : 0;
}

interface LibrarySearch {
  mode: RetrievalMode;
  node: string;
  text: string;
  k: number;
  /** Why this service was not asked. */
  withheld?: Withheld;
}

async function* searchLibrary(context: Context, request: LibrarySearch): Steps<ScoredPassage[]> {
  const { mode, node, text, k, withheld } = request;
  const { rrfK, bm25 } = context.settings.retrieval;
  const startedMs = context.ports.clock.nowMs();
  const found = await context.ports.retriever.retrieve(
    { text, mode, k, rrfK, bm25 },
    context.signal,
  );
  yield context.event({
    type: "retrieval",
    node,
    search: text,
    mode,
    passages: found.passages,
    bytesSent: found.bytesSent,
    totalMs: context.ports.clock.nowMs() - startedMs,
    ...(withheld === undefined ? {} : { withheld }),
  });
  return found.passages;
}
