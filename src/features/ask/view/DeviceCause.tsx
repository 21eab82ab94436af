/** Explains a missing GPU where the person is about to wait for it. */
import { useDevice, useRun, useSettings } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { chosenSmallModel } from "../../../session/device-store.ts";
import { gpuCause } from "../../../session/gpu-cause.ts";
import { GpuNotice } from "./GpuNotice.tsx";

export function DeviceCause() {
  const catalogue = useDevice((state) => state.catalogue);
  const report = useDevice((state) => state.report);
  const loaded = useDevice((state) => state.small);
  const small = useSettings((state) => state.small);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  // Nothing was asked yet beside a recorded run, either.
  const idle = useRun(({ phase, opened }) => phase === "idle" || (opened && recorded));
  const model = chosenSmallModel(catalogue, small.modelId);
  const cause = gpuCause(model, { report, small: loaded }, small);
  // A cause that only slows things down is shown once, before the first question.
  if (cause === null || !(idle || cause.blocks)) return null;
  return <GpuNotice cause={cause} model={model} />;
}
