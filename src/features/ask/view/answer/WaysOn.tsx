/** What a person can do about a question that the library does not answer. */
import { useMemo } from "react";
import {
  focusOnRun,
  useDevice,
  useRun,
  useRuntime,
  useSettings,
  useView,
} from "../../../../app/runtime/runtime-context.ts";
import { counterfactuals } from "../../../../folds/counterfactual.ts";
import { comparisonPrice } from "../../../../session/comparison-price.ts";
import { isConfigured } from "../../../../session/preferences.ts";
import { defaultRunSettings } from "../../../../session/presets.ts";
import { newTool } from "../../../../session/tool-entry.ts";
import { Button } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { usd } from "../../../../ui-kit/text/format.ts";
import { answerText as words } from "../../text/answer.ts";
import sheet from "./WaysOn.module.css";

const css = classes(sheet);

const service = "wikipedia";

/**
 * `lookedUp`: whether the run's method looks anything up; else the first method is asked.
 * `stepByStep`: whether going step by step would help; the first method does.
 */
export function WaysOn({ lookedUp, stepByStep }: { lookedUp: boolean; stepByStep: boolean }) {
  const runtime = useRuntime();
  const question = useRun(({ trace }) => trace.start?.question ?? "");
  const tools = useSettings((state) => state.tools);
  const run = useSettings((state) => state.run);
  const openSettings = useView((state) => state.openSettings);
  const select = useView((state) => state.select);
  const asked = run.source.choice === "fixed" ? run.source.tool : "";
  const isAskedThere = tools.some(({ id, kind }) => id === asked && kind === service);

  function askAgain(): void {
    // Steps are numbered alike: the open one of this run would open in the next.
    select(null);
    void runtime.ask(question);
    focusOnRun();
  }
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
    askAgain();
  }
  function askStepByStep(): void {
    runtime.settings.getState().change({ run: defaultRunSettings });
    askAgain();
  }
  return (
    <p className={css("ways")}>
      {stepByStep ? <Button onClick={askStepByStep}>{words.stepByStep}</Button> : null}
      {isAskedThere ? null : <Button onClick={askWikipedia}>{words.wikipedia}</Button>}
      <Button onClick={() => openSettings("library")}>{words.addDocument}</Button>
      <TryLarge onAsk={askAgain} />
    </p>
  );
}

/** By the tokens of this run; opens the connection where there is none. */
function TryLarge({ onAsk }: { onAsk: () => void }) {
  const runtime = useRuntime();
  const ledger = useRun((state) => state.ledger);
  const large = useSettings((state) => state.large);
  const own = useRun(({ trace }) => trace.start?.large?.price ?? null);
  const prices = useDevice((state) => state.prices);
  const reference = useSettings((state) => state.referencePrice);
  const openSettings = useView((state) => state.openSettings);
  const cost = useMemo(
    () => counterfactuals(ledger, comparisonPrice(large.price ?? own, prices, reference)),
    [ledger, large.price, own, prices, reference],
  );
  // Without a call there are no tokens to price.
  const known = ledger.total.calls > 0 ? cost.allLargeUsd : null;
  function tryLarge(): void {
    if (!isConfigured(large)) {
      openSettings("large");
      return;
    }
    runtime.settings.getState().changeRun({ plan: "large", solve: "large", summarise: "large" });
    onAsk();
  }
  return <Button onClick={tryLarge}>{words.tryLarge(usd(known))}</Button>;
}
