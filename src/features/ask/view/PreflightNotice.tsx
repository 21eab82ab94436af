/** Shown before asking: what will be downloaded, and what will leave the device. */
import { Suspense, useSyncExternalStore } from "react";
import { lazyView } from "../../../app/lazy/lazy-view.ts";
import { useDevice, useSettings, useView } from "../../../app/runtime/runtime-context.ts";
import type { PrivacyLevel } from "../../../log/types.ts";
import type { Problem } from "../../../runtime/settings-validation.ts";
import { chosenSmallModel, isSearchKept } from "../../../session/device-store.ts";
import { isConfigured, smallServer } from "../../../session/preferences.ts";
import { usesOfLarge } from "../../../session/presets.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { PanelBoundary } from "../../../ui-kit/PanelBoundary.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { methodText, stageNames } from "../../../ui-kit/text/method.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { useErrors, useFacts } from "../../../ui-kit/use-problems.ts";
import { useIdle } from "../../../ui-kit/when-idle.ts";
import sheet from "./PreflightNotice.module.css";
import { ProblemList } from "./stages/ProblemList.tsx";

const css = classes(sheet);

const RunEstimate = lazyView(async (parts) => (await parts.runEstimate()).RunEstimate);
const DeviceCause = lazyView(async (parts) => (await parts.deviceCause()).DeviceCause);

export function PreflightNotice() {
  const run = useSettings((state) => state.run);
  const large = useSettings((state) => isConfigured(state.large));
  const leaves = large && usesOfLarge(run).length > 0;
  const server = useSettings((state) => smallServer(state.small));
  const service = useService();
  const privacy = useSettings((state) => state.privacy);
  const sends = privacy !== "nothing";
  const idle = useIdle();
  return (
    <div className={css("beforehand")}>
      <p className={css(server !== null || service !== null ? "leaving" : "short")}>
        {leaves || service !== null || server !== null ? null : (
          <span className={css("stays")}>{text.ask.staysHere}</span>
        )}{" "}
        <WhatLoads />{" "}
        {server !== null && sends
          ? `${text.ask.leaves(text.ask.smallModel, hostOf(server.baseUrl))} `
          : null}
        {service === null || !sends ? null : ` ${text.ask.queriesLeave(service)}`}
        {!leaves && (service !== null || server !== null) ? <Held level={privacy} /> : null}
      </p>
      {idle ? (
        <PanelBoundary quiet>
          <Suspense fallback={null}>
            <RunEstimate />
          </Suspense>
        </PanelBoundary>
      ) : null}
      <PanelBoundary>
        <Suspense fallback={null}>
          <DeviceCause />
        </Suspense>
      </PanelBoundary>
      <Blocked />
      {server !== null && !isConfigured(server) ? <NoServer /> : null}
    </div>
  );
}

/** Says which parts of a run the switches send to the large model, and what the privacy level allows. */
export function LargeLeaves() {
  const run = useSettings((state) => state.run);
  const large = useSettings((state) => state.large);
  const privacy = useSettings((state) => state.privacy);
  return (
    <p>
      {privacy === "nothing"
        ? null
        : text.ask.leaves(stageNames(usesOfLarge(run)), hostOf(large.baseUrl))}
      <Held level={privacy} />
    </p>
  );
}

function Held({ level }: { level: PrivacyLevel }) {
  const openSettings = useView((state) => state.openSettings);
  return (
    <>
      {text.ask.held[level]}{" "}
      <TextButton onClick={() => openSettings("privacy")}>{text.ask.whatLeaves}</TextButton>
    </>
  );
}

/** The search service that is always used, or a phrase if it is chosen per question. */
function useService(): string | null {
  const { choice, tool } = useSettings((state) => state.run.source);
  const { tools } = useFacts();
  if (choice !== "fixed") return tools.length === 0 ? null : text.ask.someService;
  return tools.find(({ id }) => id === tool)?.title ?? null;
}

/**
 * Problems that block a run, each with a fix. A missing large model is shown at the switches and
 * does not block.
 */
function Blocked() {
  const problems = useErrors().filter(isBlocking);
  if (problems.length === 0) return null;
  return (
    <div className={css("blocked")}>
      <p>{methodText.blocked}</p>
      <ProblemList problems={problems} />
    </div>
  );
}

function isBlocking({ code }: Problem): boolean {
  return code !== "large-missing";
}

function WhatLoads() {
  const catalogue = useDevice((state) => state.catalogue);
  const small = useDevice((state) => state.small);
  const keptModels = useDevice((state) => state.kept);
  const report = useDevice((state) => state.report);
  const openSettings = useView((state) => state.openSettings);
  const { modelId, at } = useSettings((state) => state.small);
  const searched = useSearched();
  const isOnline = useOnline();
  if (at === "tab" && small.status === "ready") {
    return <>{text.ask.loaded(small.value.title, text.devices[deviceName(small.value.device)])}</>;
  }
  const model = chosenSmallModel(catalogue, modelId);
  if (model === null) return null;
  const isKept = keptModels.models.has(model.id);
  const own = { name: text.ask.small, size: model.bytes, here: isKept };
  const needed = [...(at === "tab" ? [own] : []), ...searched];
  const here = needed.filter((thing) => thing.here).map(({ name }) => name);
  const fetched = needed.filter((thing) => !thing.here);
  if (at === "tab" && !isKept && report?.littleMemory === true && isOnline) {
    return (
      <span className={css("littleMemory")}>
        {text.ask.littleMemory(fetched, report.memoryGB)}{" "}
        <TextButton onClick={() => openSettings("small")}>{text.ask.useServer}</TextButton>
      </span>
    );
  }
  return (
    <>
      {fetched.length === 0 ? null : isOnline ? text.ask.loads(fetched) : text.ask.offline(fetched)}{" "}
      {here.length > 0 ? text.ask.here(here) : null}
    </>
  );
}

/** Downloads needed to search: the embedded library, or only the encoder for a person's own. */
function useSearched(): { name: string; size: number; here: boolean }[] {
  const { status } = useDevice((state) => state.library);
  const size = useDevice((state) => state.libraryBytes);
  const encoder = useDevice(({ catalogue }) =>
    catalogue?.models.find(({ role }) => role === "encoder"),
  );
  const own = useSettings((state) => state.library);
  const here = useDevice((state) => isSearchKept(own, state));
  if (status === "ready") return [];
  if (own === "") return size === null ? [] : [{ name: text.ask.searched.library, size, here }];
  return encoder ? [{ name: text.ask.searched.encoder, size: encoder.bytes, here }] : [];
}

function useOnline(): boolean {
  return useSyncExternalStore(onNetworkChange, () => navigator.onLine);
}

function onNetworkChange(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

function deviceName(device: "wasm" | "webgpu" | "cpu"): "wasm" | "webgpu" {
  return device === "webgpu" ? "webgpu" : "wasm";
}

function NoServer() {
  const openSettings = useView((state) => state.openSettings);
  return (
    <p className={css("missing")}>
      <span>{text.ask.noServer}</span>
      <TextButton onClick={() => openSettings("small")}>{text.ask.setUp}</TextButton>
    </p>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
