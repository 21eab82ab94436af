import { beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/log/events.ts";
import { knownRun, raIsfRun, slimRun, stepwiseRun } from "../../src/testing/method-runs.ts";
import { exitsTable } from "./answer-routes-table.ts";
import { fakeConfiguration, fakeKept } from "./fake-kept.ts";

const run = (events: readonly RunEvent[], em: number) => fakeKept({ metrics: { em }, events });

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
      chain: await stepwiseRun(),
    };
  });

  it("counts the runs that left by each exit, and those of them that were right", () => {
    const runs = [run(logs.known, 1), run(logs.known, 0), run(logs.slim, 1), run(logs.parts, 0)];
    const [head, , row] = lines(exitsTable([fakeConfiguration("m", runs)])) ?? [];
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

  it("leaves out methods without exits", () => {
    const chain = fakeConfiguration("chain", [run(logs.chain, 1)]);
    expect(exitsTable([chain])).toBeNull();
    const both = exitsTable([chain, fakeConfiguration("m", [run(logs.slim, 0)])]);
    expect(
      lines(both)
        ?.slice(2)
        .map(([title, n]) => [title, n]),
    ).toEqual([["M", "1"]]);
  });
});
