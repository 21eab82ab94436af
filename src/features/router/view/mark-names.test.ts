import { describe, expect, it } from "vitest";
import { type NamedMark, namePlaces } from "./mark-names.ts";

const area = { left: 40, right: 340 };
const mark = (x: number, y: number, name: string, reach = 5): NamedMark => ({ x, y, reach, name });

describe("names of marks", () => {
  it("stand below and to the right of a mark that is alone", () => {
    expect(namePlaces([mark(100, 100, "google")], area)).toEqual([
      { dx: 4, dy: 18, anchor: "start" },
    ]);
  });

  it("stand to the left where they would be cut off", () => {
    expect(namePlaces([mark(330, 100, "google")], area)[0]).toMatchObject({ anchor: "end" });
  });

  it("are pushed in where neither side has room", () => {
    const [place] = namePlaces([mark(190, 100, "a service with a long name (not set up)")], area);
    expect(place?.anchor).toBe("start");
    expect(190 + (place?.dx ?? 0)).toBeGreaterThanOrEqual(area.left);
    expect(190 + (place?.dx ?? 0) + 39 * 6.4).toBeLessThanOrEqual(area.right);
  });

  it("leave the names and marks of others free", () => {
    const places = namePlaces(
      [
        mark(200, 100, "google (not set up)"),
        mark(202, 102, "best predicted", 8),
        mark(204, 122, "bing"),
      ],
      area,
    );
    const spots = places.map(({ dy, anchor }) => `${anchor} ${dy > 0 ? "below" : "above"}`);
    expect(new Set(spots).size).toBe(3);
  });

  it("are somewhere even where there is no room", () => {
    const long = "a tool whose name is longer than the whole picture is wide";
    expect(namePlaces([mark(100, 100, long)], area)).toHaveLength(1);
  });
});
