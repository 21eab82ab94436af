/**
 * Learning from a report what asking more would buy: the questions are embedded, then a worker
 * learns. Where the encoder cannot be had, what the first runs tell must do.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { actionTable } from "../../evaluation/policy/actions.ts";
import { type Outside, outsideOf } from "../../evaluation/policy/curve.ts";
import { type PolicyPreset, presetActions } from "../../evaluation/policy/presets.ts";
import type {
  Configuration,
  CostId,
  LabBatch,
  LabResult,
  MetricId,
} from "../../evaluation/types.ts";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import { stages } from "../../log/types.ts";
import type { Embedder } from "../../runtime/ports.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import type { PolicyLearner } from "./policy-client.ts";
import type { Learnt } from "./policy-worker.ts";

export interface PolicyStudyState {
  working: { at: "encoder" | "vectors" | "learning"; done: number; all: number } | null;
  /** Why nothing was learnt. */
  error: ErrorData | null;
  /** Why it was learnt without the questions' vectors. */
  unread: ErrorData | null;
  /** `results`: what it was learnt from. */
  learnt: (Learnt & { preset: PolicyPreset; results: readonly LabResult[] }) | null;
}

export interface StudiedReport {
  batch: LabBatch;
  results: readonly LabResult[];
  questions: readonly { id: string; question: string }[];
  metric: MetricId;
  cost: CostId;
  preset: PolicyPreset;
  /** Another report on the same questions; null without one. */
  beside: () => Promise<{ batch: LabBatch; results: readonly LabResult[] } | null>;
}

export interface PolicyStudyStore extends StoreApi<PolicyStudyState> {
  learn(report: StudiedReport): Promise<void>;
  stop(): void;
}

export interface PolicyStudyParts {
  embedder(signal: AbortSignal): Promise<Embedder>;
  /** `id@sha256`. */
  encoderId(): Promise<string>;
  learner: PolicyLearner;
}

/** Questions embedded in one call. */
const batchSize = 32;

export function createPolicyStudy({
  embedder,
  encoderId,
  learner,
}: PolicyStudyParts): PolicyStudyStore {
  const store = createStore<PolicyStudyState>()(() => ({
    working: null,
    error: null,
    unread: null,
    learnt: null,
  }));
  let controller: AbortController | null = null;
  /** By text, of the encoder of this page. */
  const known = new Map<string, Float32Array>();

  async function embedAll(
    questions: StudiedReport["questions"],
    signal: AbortSignal,
  ): Promise<void> {
    const missing = questions.filter(({ question }) => !known.has(question));
    if (missing.length === 0) return;
    store.setState({ working: { at: "encoder", done: 0, all: missing.length } });
    const model = await embedder(signal);
    for (let done = 0; done < missing.length; done += batchSize) {
      if (signal.aborted) throw new AppError("stopped");
      store.setState({ working: { at: "vectors", done, all: missing.length } });
      const texts = missing.slice(done, done + batchSize).map(({ question }) => question);
      const vectors = await model.embed(texts, signal);
      for (const [at, vector] of vectors.entries()) known.set(texts[at] ?? "", vector);
    }
  }

  /** Null where the encoder cannot be had. */
  async function vectorsOf(
    questions: StudiedReport["questions"],
    signal: AbortSignal,
  ): Promise<{ vectors: ReadonlyMap<string, Float32Array>; encoder: string } | null> {
    try {
      const encoder = await encoderId();
      await embedAll(questions, signal);
      const vectors = new Map(
        questions.flatMap(({ id, question }) => {
          const vector = known.get(question);
          return vector === undefined ? [] : [[id, vector] as const];
        }),
      );
      return { vectors, encoder };
    } catch (thrown) {
      if (signal.aborted) throw new AppError("stopped");
      store.setState({ unread: toAppError(thrown).toData() });
      return null;
    }
  }

  async function work(report: StudiedReport, signal: AbortSignal): Promise<void> {
    const { batch, results, questions, preset } = report;
    const { configurations } = batch;
    const { metric, cost } = report;
    const { design } = preset;
    // A report of one setup is no fault of who chooses among all.
    const actions =
      design === null
        ? configurations.map(({ id }) => id)
        : presetActions(preset, { configurations, results });
    // What it refuses should not be waited for.
    actionTable({ batch, questions, results, metric, cost, actions });
    const embedded = await vectorsOf(questions, signal);
    const shown = (done: number, all: number) => {
      if (!signal.aborted) store.setState({ working: { at: "learning", done, all } });
    };
    shown(0, 1);
    const outside = await outsideOfOther(report);
    const learnt = await learner(
      {
        batch,
        questions,
        results,
        metric,
        cost,
        actions,
        design,
        vectors: embedded?.vectors ?? null,
        encoder: embedded?.encoder ?? null,
        outside,
      },
      signal,
      ({ trained, trainings }) => shown(trained, trainings),
    );
    if (!signal.aborted) store.setState({ learnt: { ...learnt, preset, results } });
  }

  /** What this report has not itself; nothing is left unlearnt for want of another. */
  async function outsideOfOther(report: StudiedReport): Promise<Outside[]> {
    const { beside, batch, metric, cost } = report;
    const other = await beside().catch(() => null);
    if (other === null) return [];
    const own = new Set(batch.configurations.map(tiersOf));
    const configurations = other.batch.configurations.filter((one) => !own.has(tiersOf(one)));
    return outsideOf({ configurations }, other.results, { metric, cost });
  }

  return Object.assign(store, {
    async learn(report: StudiedReport) {
      controller?.abort();
      const mine = new AbortController();
      controller = mine;
      store.setState({
        error: null,
        unread: null,
        working: { at: "learning", done: 0, all: 1 },
      });
      try {
        // What a person pressed shows first.
        await yieldToMain();
        await work(report, mine.signal);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (controller === mine && error.code !== "stopped") {
          store.setState({ error: error.toData() });
        }
      }
      if (controller !== mine) return;
      controller = null;
      store.setState({ working: null });
    },

    stop() {
      controller?.abort();
      controller = null;
      store.setState({ working: null });
    },
  });
}

/** Who does which stage. */
function tiersOf({ settings }: Configuration): string {
  return stages.map((stage) => settings[stage]).join();
}
