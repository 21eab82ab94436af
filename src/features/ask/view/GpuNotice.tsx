/** Explains why there is no GPU, and offers ways to continue. */

import { useRuntime, useSettings, useView } from "../../../app/runtime/runtime-context.ts";
import type { CatalogueModel } from "../../../models/catalogue-model.ts";
import { type GpuCause, onProcessor } from "../../../session/gpu-cause.ts";
import type { Preferences } from "../../../session/preferences.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { gpuHint, gpuText } from "../../settings/text/gpu.ts";
import sheet from "./PreflightNotice.module.css";

const css = classes(sheet);

export function GpuNotice({ cause, model }: { cause: GpuCause; model: CatalogueModel | null }) {
  const runtime = useRuntime();
  const small = useSettings((state) => state.small);
  const change = useSettings((state) => state.change);
  const openSettings = useView((state) => state.openSettings);
  const { title, body } = errorText(cause.error);
  const { code } = cause.error;
  const processor = onProcessor(model, small);
  return (
    <details className={css("cause", cause.blocks && "blocks")} open={cause.blocks}>
      <summary>{title}</summary>
      <div>
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
          <TextButton onClick={() => openSettings("small")}>{gpuText.smallModel}</TextButton>
        </p>
      </div>
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
