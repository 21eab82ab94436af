import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../log/errors.ts";
import type { DeviceReport } from "../../../session/services.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { DeviceCause } from "./DeviceCause.tsx";

function report(webgpu: ErrorCode | null, shaderF16 = true): DeviceReport {
  return {
    webgpu:
      webgpu === null
        ? { usable: true, devices: ["webgpu"] }
        : { usable: false, error: { code: webgpu, retryable: false, params: {} } },
    shaderF16,
    maxBufferBytes: null,
    logicalCores: 2,
    memoryGB: 8,
    littleMemory: false,
    freeBytes: null,
    isolated: true,
  };
}

async function shown(first: DeviceReport, modelId = "") {
  const reports = [first];
  const page = renderPart(<DeviceCause />, [], {
    probeDevice: async () => reports.shift() ?? report(null),
  });
  await act(async () => {
    const { change, small } = page.runtime.settings.getState();
    change({ small: { ...small, modelId } });
    await page.runtime.start();
    await import("./GpuNotice.tsx");
  });
  const summary = page.container.querySelector("summary");
  return { ...page, cause: summary?.textContent ?? null };
}

describe("beside the Ask button", () => {
  it.each<ErrorCode>([
    "webgpu-missing",
    "webgpu-no-adapter",
    "webgpu-insecure-context",
    "webgpu-limits-too-small",
  ])("%s is told apart, as what only makes it slower", async (code) => {
    const { cause, container } = await shown(report(code));
    expect(cause).toBe(errorText({ code, retryable: false, params: {} }).title);
    expect(container.querySelector("details")?.open).toBe(false);
  });

  it("a model that needs 16-bit floats is held up where there are none", async () => {
    const { cause, container, runtime, user } = await shown(report(null, false), "fake-hub");
    expect(cause).toBe("This GPU has no 16-bit floats");
    expect(container.querySelector("details")?.open).toBe(true);
    await user.click(screen.getByRole("button", { name: "Use the CPU" }));
    expect(runtime.settings.getState().small).toMatchObject({ modelId: "", device: "wasm" });
    expect(container.querySelector("details")).toBeNull();
  });

  it("an insecure address leads to the secure one", async () => {
    await shown(report("webgpu-insecure-context"));
    const link = screen.getByText("Open it by https");
    expect(link.getAttribute("href")).toMatch(/^(https|about):/u);
  });

  it.each<ErrorCode>(["device-lost", "out-of-memory"])(
    "%s is told once a model met it",
    async (code) => {
      const { container, runtime, user } = await shown(report(null));
      act(() => {
        const error = { code, retryable: false, params: {} };
        runtime.device.setState({ small: { status: "failed", error } });
      });
      expect(container.querySelector("summary")?.textContent).toBe(
        errorText({ code, retryable: false, params: {} }).title,
      );
      await user.click(screen.getByText("Look again"));
      expect(runtime.device.getState().small.status).toBe("absent");
    },
  );

  it("nothing is said while the small model answers at a server", async () => {
    const { container, runtime } = await shown(report("webgpu-missing"));
    act(() => {
      const { change, small } = runtime.settings.getState();
      change({ small: { ...small, at: "server" } });
    });
    expect(container.querySelector("summary")).toBeNull();
  });

  it("nothing is said where all is well", async () => {
    expect((await shown(report(null))).cause).toBeNull();
  });
});
