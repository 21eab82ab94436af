/** Redoes it with the current settings, or with the other worker. */

import { useRetry, useRun, useSettings } from "../app/runtime/runtime-context.ts";
import type { Tier } from "../log/types.ts";
import { isConfigured } from "../session/preferences.ts";
import { cutAt, type RetryPoint } from "../session/retry-point.ts";
import { isUnderWay } from "../session/run-store.ts";
import { Button } from "./Button.tsx";
import sheet from "./RetryTools.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

const retryWith: Record<Tier, string> = {
  large: "Retry with the large model",
  small: "Retry with the small model",
};

/** `alone` omits the other model, which would change nothing or is offered already. */
export function RetryTools(props: { point: RetryPoint; label: string; alone?: boolean }) {
  const { point, label, alone = false } = props;
  const retry = useRetry();
  const running = useRun(isUnderWay);
  const canPay = useSettings((state) => isConfigured(state.large));
  const stage = useRun((state) => cutAt(state.events, point)?.stage ?? null);
  const doneBy = useRun((state) => (stage === null ? undefined : state.trace.stageTiers[stage]));
  if (running || stage === null) return null;
  const other: Tier = doneBy === "large" ? "small" : "large";
  return (
    <p className={css("tools")}>
      <Button onClick={() => retry(point, null)}>{label}</Button>
      {!alone && (other === "small" || canPay) ? (
        <Button onClick={() => retry(point, other)}>{retryWith[other]}</Button>
      ) : null}
    </p>
  );
}
