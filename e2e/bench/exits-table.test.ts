import { beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/log/events.ts";
import { fakeSettings } from "../../src/testing/fakes.ts";
import { knownRun, raIsfRun, selfAskRun, slimRun } from "../../src/testing/method-runs.ts";
import { exitsTable } from "./exits-table.ts";
import type { MethodRun } from "./methods-runs.ts";
import { scoreRun } from "./scored.ts";

const run = (events: readonly RunEvent[] | null, exact: number): MethodRun => ({
  ...scoreRun({ id: "q", question: "Q?", answers: ["x"] }, events ?? [], 1),
  scores: { cover: 0, coverTokens: 0, exact, f1: 0 },
  set: "a/b",
  method: "m",
  preset: "p",
  title: "M",
  small: "tiny",
  settings: fakeSettings,
  outcome: "answered",
  error: null,
  ...(events === null ? {} : { events: [...events] }),
});

const lines = (table: string | null) =>
  table?.split("\n").map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

describe("the table of exits", () => {
  let logs: Record<"known" | "slim" | "parts" | "chain", RunEvent[]>;
  beforeAll(async () => {
    logs = {
      known: await knownRun(),
      slim: await slimRun(),
      parts: await raIsfRun(),
      chain: await selfAskRun(),
    };
  });

  it("counts the runs that left by each exit, and those of them that were right", () => {
    const runs = [run(logs.known, 1), run(logs.known, 0), run(logs.slim, 1), run(logs.parts, 0)];
    const [head, , row] = lines(exitsTable([{ title: "M", runs }])) ?? [];
    expect(head?.slice(1, 5)).toEqual(["n", "self-knowledge", "passages", "decomposition"]);
    expect(row?.slice(0, 7)).toEqual([
      "M",
      "4",
      "2, 1 right (50 %)",
      "1, 1 right (100 %)",
      "1, 0 right (0 %)",
      "—",
      "—",
    ]);
    expect(row?.at(-1)).toBe("2");
    expect(Number(row?.at(-2))).toBeGreaterThan(0);
  });

  it("leaves out methods without exits, and runs whose log was not kept", () => {
    expect(exitsTable([{ title: "M", runs: [run(logs.chain, 1), run(null, 1)] }])).toBeNull();
    const both = exitsTable([
      { title: "chain", runs: [run(logs.chain, 1)] },
      { title: "M", runs: [run(logs.slim, 0), run(null, 1)] },
    ]);
    expect(
      lines(both)
        ?.slice(2)
        .map(([title, n]) => [title, n]),
    ).toEqual([["M", "1"]]);
  });
});
