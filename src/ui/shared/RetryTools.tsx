/** Do a part of the run again: as it is set now, or by the other worker. */
import type { Tier } from "../../core/types.ts";
import { isLargeConfigured } from "../../state/preferences.ts";
import { cutAt, type RetryPoint } from "../../state/retry-point.ts";
import { isUnderWay } from "../../state/run-store.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { Button } from "./Button.tsx";
import sheet from "./RetryTools.module.css";
import { useRetry, useRun, useSettings } from "./runtime-context.ts";

const css = classes(sheet);

/** `alone`: the other model is not offered: it would change nothing, or is offered already. */
export function RetryTools(props: { point: RetryPoint; label: string; alone?: boolean }) {
  const { point, label, alone = false } = props;
  const retry = useRetry();
  const running = useRun(isUnderWay);
  const canPay = useSettings((state) => isLargeConfigured(state.large));
  const stage = useRun((state) => cutAt(state.events, point)?.stage ?? null);
  const doer = useRun((state) => (stage === null ? undefined : state.trace.stageTiers[stage]));
  if (running || stage === null) return null;
  const other: Tier = doer === "large" ? "small" : "large";
  return (
    <p className={css("tools")}>
      <Button onClick={() => retry(point, null)}>{label}</Button>
      {!alone && (other === "small" || canPay) ? (
        <Button onClick={() => retry(point, other)}>{text.node.retryWith[other]}</Button>
      ) : null}
    </p>
  );
}
