import { beforeEach, describe, expect, it } from "vitest";
import { createRunStore, isCutShort, isRunning, isUnderWay } from "../../session/run-store.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { createPlayer } from "./player.ts";

const events = fakeRun();
let run = createRunStore((callback) => callback());
let player = createPlayer(events, run);

beforeEach(() => {
  run = createRunStore((callback) => callback());
  player = createPlayer(events, run);
});

const shown = () => run.getState().events.length;

describe("a recording", () => {
  it("comes event by event, and ends as the file opened whole", () => {
    player.play();
    let last = shown();
    for (let frame = 0; frame < 10_000 && player.getState().playing; frame += 1) {
      player.advance(16);
      expect(shown()).toBeGreaterThanOrEqual(last);
      last = shown();
    }
    const whole = createRunStore((callback) => callback());
    whole.show(events, "ended", true);
    expect(run.getState()).toEqual(whole.getState());
    expect(player.getState()).toEqual({ at: events.length, playing: false });
  });

  it("is no live run: another question can be asked, and nothing of it is done again", () => {
    player.seek(10);
    const state = run.getState();
    expect([isRunning(state), isUnderWay(state), isCutShort(state)]).toEqual([false, true, false]);
    player.seek(events.length);
    expect(isUnderWay(run.getState())).toBe(false);
  });

  it("waits for nothing longer than a moment", () => {
    player.play();
    const before = shown();
    player.advance(701);
    expect(shown()).toBeGreaterThan(before);
  });

  it("steps from one settled thing to the next, and back", () => {
    player.seek(1);
    player.step(1);
    const first = shown();
    expect(run.getState().events.at(-1)?.type).toBe("branch-start");
    player.step(1);
    expect(shown()).toBeGreaterThan(first);
    player.step(-1);
    expect(shown()).toBe(first);
    for (let step = 0; step < 100; step += 1) player.step(-1);
    expect(shown()).toBe(1);
  });

  it("begins again after its end", () => {
    player.seek(events.length);
    player.play();
    expect(shown()).toBe(1);
  });

  it("gives way when another run takes its place", () => {
    player.play();
    run.begin("another question");
    player.advance(5000);
    expect(player.getState().playing).toBe(false);
    expect(run.getState()).toMatchObject({ phase: "preparing", events: [] });
  });
});
