/** If the passages answer nothing after all, the run goes back to solving. */
import type { Stage, Tier } from "../log/types.ts";
import { stageTier } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { chooseTier } from "./decide.ts";
import type { StageTracker } from "./direct.ts";

export class RunStageTracker implements StageTracker {
  private chosen: Tier | null = null;
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  async *tier(depth: number): Steps<Tier> {
    if (depth > 0) return this.context.settings.solve;
    this.chosen ??= yield* chooseTier(this.context, "summarise");
    yield* this.enter("summarise", 0);
    return this.chosen;
  }

  async *enter(stage: Stage, depth: number): Steps<void> {
    const { trace, settings } = this.context;
    if (depth > 0 || trace.stage === stage) return;
    if (trace.stage === null && trace.finishedStages.includes(stage)) return;
    yield* this.end();
    const tier = stageTier(this.context, this.doerOf(stage, settings));
    yield this.context.event({ type: "stage-start", stage, tier });
  }

  async *end(): Steps<void> {
    const { stage } = this.context.trace;
    if (stage !== null) yield this.context.event({ type: "stage-end", stage });
  }

  private doerOf(stage: Stage, settings: Context["settings"]): Tier {
    if (stage === "plan") return settings.gate.by;
    if (stage === "solve") return settings.solve;
    return this.chosen ?? "small";
  }
}
