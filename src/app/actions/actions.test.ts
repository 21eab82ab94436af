import { describe, expect, it, vi } from "vitest";
import { fakeServices, memoryStorage } from "../../testing/fake-services.ts";
import { loadFeatures } from "../lazy/feature-parts.ts";
import "../features.ts";
import { createRuntime } from "../runtime/runtime.ts";
import { createViewStore, settingsPart } from "../runtime/view-store.ts";
import { findActions } from "./find-actions.ts";
import { actionOfKey, isPaletteKey, type Press } from "./keys.ts";
import { allActions } from "./list.ts";
import { createSingleKeys } from "./single-keys.ts";

await loadFeatures();
const actions = allActions();

const press = (key: string, changes: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...changes,
});

const titles = (typed: string) => findActions(actions, typed).map(({ title }) => title);

function app() {
  return { runtime: createRuntime(fakeServices()), view: createViewStore() };
}

function named(id: string) {
  const found = actions.find((action) => action.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

describe("the list", () => {
  it("gives every action a name of its own, and every key to one action", () => {
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    const keys = actions.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => key.length === 1)).toBe(true);
  });

  it("finds by the words that people look for it by, though its title has others", () => {
    expect(titles("settings")).toEqual(["Engines and key"]);
    expect(titles("dark")).toEqual(["Next colours: auto, light, dark"]);
    expect(titles("library")).toContain("Your own documents");
  });

  it("finds by words in any order, without case, and puts beginnings first", () => {
    expect(titles("RUN the save")).toEqual(["Save the run as a file"]);
    expect(titles("help")[0]).toBe("Help and keys");
    expect(titles("s")[0]).toMatch(/^S/u);
    expect(titles("no such words")).toEqual([]);
    expect(titles("  ")).toHaveLength(actions.length);
  });
});

describe("keys", () => {
  it("mean their action, and nothing with a modifier, held down, or while text is composed", () => {
    expect(actionOfKey(press("m"), actions)?.id).toBe("method");
    expect(actionOfKey(press("?"), actions)?.id).toBe("help");
    expect(actionOfKey(press("x"), actions)).toBeNull();
    for (const change of ["ctrlKey", "metaKey", "altKey", "repeat", "isComposing"] as const) {
      expect(actionOfKey(press("m", { [change]: true }), actions)).toBeNull();
    }
    expect(actionOfKey(press("m", { defaultPrevented: true }), actions)).toBeNull();
  });

  it("open the palette with Ctrl or ⌘ and K, not with both, nor with K alone", () => {
    expect(isPaletteKey(press("k", { ctrlKey: true }))).toBe(true);
    expect(isPaletteKey(press("K", { metaKey: true }))).toBe(true);
    expect(isPaletteKey(press("k", { ctrlKey: true, metaKey: true }))).toBe(false);
    expect(isPaletteKey(press("k"))).toBe(false);
  });

  it("can be turned off, for the next visit too", () => {
    const storage = memoryStorage();
    const keys = createSingleKeys(storage);
    expect(keys.getState().on).toBe(true);
    keys.getState().turn(false);
    expect(keys.getState().on).toBe(false);
    expect(createSingleKeys(storage).getState().on).toBe(false);
  });
});

describe("actions", () => {
  it("give a stage to the next worker, and say to whom", () => {
    const here = app();
    const plan = () => here.runtime.settings.getState().run.plan;
    here.runtime.settings.getState().setStage("plan", "small");
    const said = ["large", "decide", "small"].map((worker) => {
      named("flip-plan").perform(here);
      expect(plan()).toBe(worker);
      return named("flip-plan").outcome(here);
    });
    expect(said[0]).toBe("Plan: large model.");
    here.runtime.settings.getState().setStage("solve", "large");
    named("flip-solve").perform(here);
    expect(here.runtime.settings.getState().run.solve).toBe("small");
  });

  it("offer no switch for a stage that the method does not have, nor where the switches are out of sight", () => {
    const here = app();
    for (const [hash, isPossible] of [
      ["#lab", false],
      ["#runs", false],
      ["", true],
    ] as const) {
      vi.stubGlobal("location", { hash });
      expect([hash, named("flip-plan").isPossible(here)]).toEqual([hash, isPossible]);
    }
    named("method-vanilla").perform(here);
    expect(here.runtime.settings.getState().run.method).toBe("vanilla");
    expect(named("flip-plan").isPossible(here)).toBe(false);
    expect(named("method-vanilla").isPossible(here)).toBe(false);
    expect(named("method-coop-llm").isPossible(here)).toBe(true);
    vi.unstubAllGlobals();
  });

  it("save only where there is a run, and stop only a running one", () => {
    const here = app();
    expect(named("save-run").isPossible(here)).toBe(false);
    expect(named("stop").isPossible(here)).toBe(false);
    here.runtime.run.begin("Which river?");
    expect(named("stop").isPossible(here)).toBe(true);
    expect(named("ask").isPossible(here)).toBe(false);
    const stop = vi.spyOn(here.runtime, "stop");
    named("stop").perform(here);
    expect(stop).toHaveBeenCalledOnce();
  });

  it("asks the question in the box, unless an error blocks it", async () => {
    vi.stubGlobal("location", { hash: "" });
    const hint = { focus: vi.fn() };
    vi.stubGlobal("document", { getElementById: () => hint });
    const here = app();
    const ask = vi.spyOn(here.runtime, "ask").mockResolvedValue();
    here.view.getState().write("Which river?");
    here.view.getState().select("n1");
    named("ask").perform(here);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith("Which river?"));
    expect(here.view.getState().selected).toBeNull();
    here.runtime.settings.getState().changeRun({
      source: {
        ...here.runtime.settings.getState().run.source,
        choice: "fixed",
        tool: "none-such",
      },
    });
    named("ask").perform(here);
    expect(ask).toHaveBeenCalledOnce();
    expect(hint.focus).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it("go through the three themes and back", () => {
    const here = app();
    const seen = [0, 1, 2].map(() => {
      named("theme").perform(here);
      return here.runtime.settings.getState().theme;
    });
    expect(new Set(seen)).toEqual(new Set(["auto", "light", "dark"]));
  });

  it("open the dialogs", () => {
    const here = app();
    for (const id of ["settings", "help", "palette"]) {
      named(id).perform(here);
    }
    expect(here.view.getState().dialogs.map(({ kind }) => kind)).toEqual([
      "settings",
      "help",
      "palette",
    ]);
    expect(settingsPart(here.view.getState())).toBe("small");
  });
});
