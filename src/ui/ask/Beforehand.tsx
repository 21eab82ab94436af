/** Said before Ask is pressed: what will be loaded, and what will leave the device. */
import type { RunSettings, Stage } from "../../core/types.ts";
import { stages } from "../../core/types.ts";
import { chosenSmallModel } from "../../state/device-store.ts";
import { isLargeConfigured } from "../../state/runtime.ts";
import { TextButton } from "../shared/Button.tsx";
import { useDevice, useRun, useRuntime, useSettings, useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { errorText } from "../text/errors.ts";
import sheet from "./Beforehand.module.css";

const css = classes(sheet);

export function Beforehand() {
  const run = useSettings((state) => state.run);
  const large = useSettings((state) => state.large);
  const configured = isLargeConfigured(large);
  const paid = stagesThatMayLeave(run);
  const mustPay = paid.some((stage) => run[stage] === "large");
  const leaves = paid.length > 0 && (configured || mustPay);
  return (
    <div className={css("beforehand")}>
      <p>
        <WhatLoads /> {leaves ? null : text.ask.staysHere}
        {leaves && configured ? text.ask.leaves(paid, hostOf(large.baseUrl)) : null}
      </p>
      <DeviceCause />
      {paid.length > 0 && !configured ? <NoLargeModel needed={mustPay} /> : null}
    </div>
  );
}

function WhatLoads() {
  const catalogue = useDevice((state) => state.catalogue);
  const small = useDevice((state) => state.small);
  const library = useDevice((state) => state.library);
  const libraryBytes = useDevice((state) => state.libraryBytes);
  const modelId = useSettings((state) => state.small.modelId);
  if (small.status === "ready") {
    return (
      <>
        {text.ask.loaded(small.value.title, text.settings.devices[deviceName(small.value.device)])}
      </>
    );
  }
  const model = chosenSmallModel(catalogue, modelId);
  if (model === null) return null;
  return (
    <>
      {text.ask.loads(model.title, model.bytes, library.status === "ready" ? null : libraryBytes)}
    </>
  );
}

function deviceName(device: "wasm" | "webgpu" | "cpu"): "wasm" | "webgpu" {
  return device === "webgpu" ? "webgpu" : "wasm";
}

/** Why there is no WebGPU, told where the person is about to wait for it. */
function DeviceCause() {
  const report = useDevice((state) => state.report);
  const openSettings = useView((state) => state.openSettings);
  const idle = useRun((state) => state.phase === "idle");
  if (!idle || report === null || report.webgpu.usable) return null;
  const { title, body } = errorText(report.webgpu.error);
  return (
    <details className={css("cause")}>
      <summary>{title}</summary>
      <p>{body}</p>
      <TextButton onClick={() => openSettings("small")}>{text.settings.small}</TextButton>
    </details>
  );
}

function NoLargeModel({ needed }: { needed: boolean }) {
  const { settings } = useRuntime();
  const openSettings = useView((state) => state.openSettings);
  return (
    <p className={css("missing")}>
      <span>{needed ? text.ask.noKeyTitle : text.ask.noneToDecide}</span>
      <TextButton onClick={() => openSettings("large")}>{text.ask.setUp}</TextButton>
      {needed ? (
        <TextButton
          onClick={() =>
            settings.getState().changeRun({ plan: "small", solve: "small", summarise: "small" })
          }
        >
          {text.ask.useSmall}
        </TextButton>
      ) : null}
    </p>
  );
}

function stagesThatMayLeave(run: RunSettings): Stage[] {
  return stages.filter((stage) => run[stage] !== "small");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
