import type { ErrorCode } from "../../../log/errors.ts";

export const gpuText = {
  hints: {
    "webgpu-missing":
      "Chrome and Edge from version 113 have it, and newer versions of Safari and Firefox; on some systems it must be switched on.",
    "webgpu-no-adapter":
      "Switch on “Use graphics acceleration” in the browser’s settings, update the graphics driver, then restart the browser.",
    "webgpu-insecure-context": "The same page by https may use it.",
    "webgpu-f16-missing": "The embedded model needs none.",
    "webgpu-limits-too-small": "The embedded model is the smallest.",
    "device-lost":
      "Other programs may have used it, or the driver was updated. It may be back now.",
    "out-of-memory": "The embedded model needs the least.",
  } satisfies Partial<Record<ErrorCode, string>>,
  smallModel: "Small model",
  useProcessor: "Use the CPU",
  lookAgain: "Look again",
  openSecure: "Open it by https",
};

export function gpuHint(code: ErrorCode): string {
  return new Map<string, string>(Object.entries(gpuText.hints)).get(code) ?? "";
}
