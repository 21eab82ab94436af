/** Buttons for what to do after a missing or doubtful answer. */
import { useEffect, useMemo, useState } from "react";
import { fromLazyViews } from "../../../../app/lazy/lazy-view.ts";
import {
  focusOnRun,
  useDevice,
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "../../../../app/runtime/runtime-context.ts";
import { counterfactuals } from "../../../../folds/counterfactual.ts";
import type { WayOn } from "../../../../folds/ways-on.ts";
import type { Stage } from "../../../../log/types.ts";
import { comparisonPrice } from "../../../../session/comparison-price.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { defaultRunSettings } from "../../../../session/presets.ts";
import { newTool } from "../../../../session/tool-entry.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { usd } from "../../../../ui-kit/text/format.ts";
import type { Expected } from "../../../worth/expected.ts";
import { answerText as words } from "../../text/answer.ts";
import { offered } from "./offered.ts";
import sheet from "./WaysOn.module.css";

const css = classes(sheet);

const service = "wikipedia";

interface WaysOnProps {
  ways: readonly WayOn[];
  /** Whether the run's method retrieves passages; if not, "look up" uses the first method. */
  lookedUp: boolean;
}

export function WaysOn({ ways, lookedUp }: WaysOnProps) {
  const runtime = useRuntime();
  const question = useRun(({ trace }) => trace.start?.question ?? "");
  const select = useView((state) => state.select);
  const expected = useExpected(ways.some(({ kind }) => kind === "large"));
  if (ways.length === 0) return null;
  function askAgain(): void {
    // Step ids repeat between runs: a step selected here would open in the next run.
    select(null);
    void runtime.ask(question);
    focusOnRun();
  }
  return (
    <p className={css("ways")}>
      {offered(ways, expected).map((way) => (
        <Way key={keyOf(way)} way={way} lookedUp={lookedUp} onAsk={askAgain} />
      ))}
    </p>
  );
}

/** Null while loading, and without training data on such runs. */
function useExpected(wanted: boolean): Expected | null {
  const { worth } = useRuntime();
  const trace = useRun((state) => state.trace);
  const [told, setTold] = useState<{ of: typeof trace; expected: Expected | null } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    void fromLazyViews((parts) => parts.expected()).then(
      async ({ expectedOf }) => {
        const policy = await worth.load();
        const expected = policy === null ? null : await expectedOf(policy, trace);
        if (shown) setTold({ of: trace, expected });
      },
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted, worth, trace]);
  return told?.of === trace ? told.expected : null;
}

function keyOf(way: WayOn): string {
  return way.kind === "large" ? `large-${way.stage}` : way.kind;
}

interface WayProps {
  lookedUp: boolean;
  onAsk: () => void;
}

function Way({ way, ...props }: WayProps & { way: WayOn }) {
  const runtime = useRuntime();
  const openSettings = useView((state) => state.openSettings);
  const select = useView((state) => state.select);
  switch (way.kind) {
    case "elsewhere":
      return <Elsewhere {...props} />;
    case "document":
      return <Button onClick={() => openSettings("library")}>{words.addDocument}</Button>;
    case "step-by-step":
      return (
        <Button
          onClick={() => {
            runtime.settings.getState().change({ run: defaultRunSettings });
            props.onAsk();
          }}
        >
          {words.stepByStep}
        </Button>
      );
    case "large":
      return <TryLarge stage={way.stage} {...props} />;
    case "step":
      return (
        <Button onClick={() => select(way.step.node)}>{words.fixStep(way.step.number)}</Button>
      );
  }
}

/** Renders nothing if the question was already asked there. */
function Elsewhere({ lookedUp, onAsk }: WayProps) {
  const runtime = useRuntime();
  const tools = useSettings((state) => state.tools);
  const run = useSettings((state) => state.run);
  const asked = run.source.choice === "fixed" ? run.source.tool : "";
  const isAskedThere = tools.some(({ id, kind }) => id === asked && kind === service);
  if (isAskedThere) return null;
  function askWikipedia(): void {
    const { change } = runtime.settings.getState();
    const own = tools.find(({ kind }) => kind === service);
    const tool =
      own ??
      newTool(
        service,
        tools.map(({ id }) => id),
      );
    const base = lookedUp ? run : defaultRunSettings;
    change({
      tools: own === undefined ? [...tools, tool] : tools,
      run: { ...base, source: { choice: "fixed", tool: tool.id } },
    });
    onAsk();
  }
  return <Button onClick={askWikipedia}>{words.wikipedia}</Button>;
}

/** Priced by this run's tokens; opens the connection dialog without a large model. */
function TryLarge({ stage, onAsk }: WayProps & { stage: Stage | null }) {
  const runtime = useRuntime();
  const large = useSettings((state) => state.large);
  const openSettings = useView((state) => state.openSettings);
  const cost = usd(useCostOf(stage));
  function tryLarge(): void {
    if (!isConfigured(large)) {
      openSettings("large");
      return;
    }
    const { changeRun } = runtime.settings.getState();
    changeRun(
      stage === null
        ? { plan: "large", solve: "large", summarise: "large" }
        : { [stage]: "large" as const },
    );
    onAsk();
  }
  return <Button onClick={tryLarge}>{words.letLarge(stage, cost)}</Button>;
}

function useCostOf(stage: Stage | null): number | null {
  const ledger = useRun((state) => state.ledger);
  const large = useSettings((state) => state.large);
  const own = useRun(({ trace }) => trace.start?.large?.price ?? null);
  const prices = useDevice((state) => state.prices);
  const reference = useSettings((state) => state.referencePrice);
  return useMemo(() => {
    const cost = counterfactuals(ledger, comparisonPrice(large.price ?? own, prices, reference));
    // Without a call there are no tokens to price.
    const { calls } = stage === null ? ledger.total : ledger.byStage[stage];
    if (calls === 0) return null;
    return stage === null ? cost.allLargeUsd : cost.savedByStageUsd[stage];
  }, [ledger, large.price, own, prices, reference, stage]);
}
