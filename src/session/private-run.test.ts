import { expect, it } from "vitest";
import type { PrivacyLevel, RunSettings } from "../log/types.ts";
import { stricter } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import { collect, FakeSignal, fakeModel, fakePorts, fakeSettings } from "../testing/fakes.ts";
import { withPrivacy } from "./private-run.ts";
import type { Services } from "./services.ts";
import { createSettingsStore } from "./settings.ts";

function memory() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
}

async function levelOf(now: PrivacyLevel, settings: RunSettings) {
  const store = createSettingsStore(memory());
  store.getState().change({ privacy: now });
  const services = withPrivacy({ loadRun: async () => run } as Services, store);
  const start = await services.loadRun();
  const ports = fakePorts(fakeModel("small", () => "Danube"));
  const request = { runId: "r", question: "Which river?", settings };
  const [first] = await collect(start(request, ports, new FakeSignal()));
  return first?.type === "run-start" ? first.settings.privacy : null;
}

it("holds every run to the level of now, whatever its settings say", async () => {
  expect(await levelOf("nothing", fakeSettings)).toBe("nothing");
  expect(await levelOf("no-findings", { ...fakeSettings, privacy: "no-passages" })).toBe(
    "no-findings",
  );
  expect(await levelOf("everything", { ...fakeSettings, privacy: "nothing" })).toBeUndefined();
});

it("is not loosened by settings from elsewhere", () => {
  const store = createSettingsStore(memory());
  store.getState().change({ privacy: "no-findings" });
  store.getState().takeAll({ ...store.getState(), privacy: "everything" });
  expect(store.getState().privacy).toBe("no-findings");
  store.getState().takeAll({ ...store.getState(), privacy: "nothing" });
  expect(store.getState().privacy).toBe("nothing");
  expect(stricter("no-passages", "everything")).toBe("no-passages");
});

it("keeps changed prompts between visits, and tells of none when all are put back", () => {
  const storage = memory();
  const store = createSettingsStore(storage);
  const before = store.getState().run;
  store.getState().setPrompt("heuristic", ["Be brief.", "{{question}}"]);
  store.getState().setPrompt("digest", ["Sum up.", "{{steps}}"]);
  expect(createSettingsStore(storage).getState().run.prompts).toEqual({
    heuristic: ["Be brief.", "{{question}}"],
    digest: ["Sum up.", "{{steps}}"],
  });
  store.getState().setPrompt("digest", null);
  expect(store.getState().run.prompts).toEqual({ heuristic: ["Be brief.", "{{question}}"] });
  store.getState().resetPrompts();
  expect(store.getState().run).toEqual(before);
});
