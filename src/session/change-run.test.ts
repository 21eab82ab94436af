import { expect, it } from "vitest";
import { methods } from "../methods/index.ts";
import { memoryStorage } from "../testing/fake-services.ts";
import { createSettingsStore } from "./settings.ts";

it("a preset that weighs nothing turns off the weighing of the one before", () => {
  const store = createSettingsStore(memoryStorage());
  const presets = methods.all.flatMap((method) => method.presets);
  const weighing = presets.find(({ id }) => id === "where-it-pays");
  for (const { settings } of presets) {
    store.getState().changeRun(weighing?.settings ?? {});
    expect(store.getState().run.worth).toBeDefined();
    store.getState().changeRun(settings);
    expect(store.getState().run.worth).toEqual(settings.worth);
  }
});

it("a part of the settings leaves the weighing on", () => {
  const store = createSettingsStore(memoryStorage());
  store.getState().changeRun({ worth: { pointUsd: 0.1 } });
  store.getState().changeRun({ plan: "large" });
  expect(store.getState().run.worth).toEqual({ pointUsd: 0.1 });
});
