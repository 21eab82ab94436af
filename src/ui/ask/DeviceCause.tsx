/** Why there is no graphics processor, told where the person is about to wait for it, with ways on. */
import { chosenSmallModel } from "../../state/device-store.ts";
import { gpuCause, onProcessor } from "../../state/gpu-cause.ts";
import type { Preferences } from "../../state/preferences.ts";
import { useHistory } from "../history/use-history.ts";
import { TextButton } from "../shared/Button.tsx";
import { useDevice, useRun, useRuntime, useSettings, useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import { errorText } from "../text/errors.ts";
import { gpuHint, gpuText } from "../text/gpu-en.ts";
import sheet from "./Beforehand.module.css";

const css = classes(sheet);

export function DeviceCause() {
  const runtime = useRuntime();
  const catalogue = useDevice((state) => state.catalogue);
  const report = useDevice((state) => state.report);
  const loaded = useDevice((state) => state.small);
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const openSettings = useView((state) => state.openSettings);
  const recorded = useHistory(({ origin }) => origin === "recorded");
  // Beside a recorded run nothing was asked yet, either.
  const idle = useRun(({ phase, opened }) => phase === "idle" || (opened && recorded));
  const model = chosenSmallModel(catalogue, small.modelId);
  const cause = gpuCause(model, { report, small: loaded }, small);
  // What only makes it slower is said once, before the first question.
  if (cause === null || !(idle || cause.blocks)) return null;
  const { title, body } = errorText(cause.error);
  const { code } = cause.error;
  const processor = onProcessor(model, small);
  return (
    <details className={css("cause", cause.blocks && "blocks")} open={cause.blocks}>
      <summary>{title}</summary>
      <p>
        {body} {gpuHint(code)}
      </p>
      <p className={css("ways")}>
        {isSame(processor, small) ? null : (
          <TextButton
            onClick={() => {
              change({ small: processor });
              void runtime.loaders.lookAtDevice();
            }}
          >
            {gpuText.useProcessor}
          </TextButton>
        )}
        {code === "webgpu-insecure-context" ? (
          <a href={secureAddress()}>{gpuText.openSecure}</a>
        ) : (
          <TextButton onClick={() => void runtime.loaders.lookAtDevice()}>
            {gpuText.lookAgain}
          </TextButton>
        )}
        <TextButton onClick={() => openSettings("small")}>{text.settings.small}</TextButton>
      </p>
    </details>
  );
}

type Small = Preferences["small"];

function isSame(one: Small, other: Small): boolean {
  return one.device === other.device && one.modelId === other.modelId;
}

function secureAddress(): string {
  return location.href.replace(/^http:/u, "https:");
}
