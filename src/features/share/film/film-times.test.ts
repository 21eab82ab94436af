import { describe, expect, it } from "vitest";
import { fakeRun } from "../../../testing/fake-run.ts";
import { filmMoments } from "./film-times.ts";

describe("filmMoments", () => {
  it("lasts about six seconds, goes forward only, and ends with the whole run", () => {
    const events = fakeRun();
    const moments = filmMoments(events);
    const whole = moments.reduce((sum, { forMs }) => sum + forMs, 0);
    expect(whole).toBeGreaterThan(5000);
    expect(whole).toBeLessThan(7000);
    const places = moments.map((moment) => moment.events);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places.at(-1)).toBe(events.length);
  });

  it("shows a run of one event, and of none", () => {
    expect(filmMoments(fakeRun().slice(0, 1)).at(-1)?.events).toBe(1);
    expect(filmMoments([])).toEqual([{ events: 0, forMs: 1750 }]);
  });
});
