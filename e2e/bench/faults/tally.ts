import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { type Fault, nameOf } from "./plan.ts";
import type { Outcome } from "./trial.ts";

interface Row {
  injected: number;
  /** Failed with a coded error. */
  typed: number;
  stopped: number;
  answered: number;
  failures: number;
}

const examples = 3;

export class Tally {
  readonly #rows = new Map<string, Row>();
  readonly #failures = new Map<string, string[]>();
  injected = 0;
  readonly #missed: string[] = [];
  failed = 0;

  add(fault: Fault, { end, stopped, codes, failures }: Outcome): void {
    if (end === "missed") {
      this.#missed.push(nameOf(fault));
      return;
    }
    this.injected += 1;
    const key = `${fault.seam} ${fault.kind}`;
    const row = this.#rows.get(key) ?? {
      injected: 0,
      typed: 0,
      stopped: 0,
      answered: 0,
      failures: 0,
    };
    row.injected += 1;
    row.typed += codes.some((code) => code !== "internal" && code !== "stopped") ? 1 : 0;
    row.stopped += stopped ? 1 : 0;
    row.answered += end === "answered" ? 1 : 0;
    row.failures += failures.length > 0 ? 1 : 0;
    this.#rows.set(key, row);
    if (failures.length > 0) this.failed += 1;
    for (const failure of failures) {
      // Failures that differ only in numbers are the same.
      const cause = failure.replace(/\d+/gu, "N");
      this.#failures.set(cause, [...(this.#failures.get(cause) ?? []), nameOf(fault)]);
    }
  }

  table(): string {
    const rows = [...this.#rows].map(([key, row]) => {
      const [seam = "", kind = ""] = key.split(" ");
      const { injected, typed, stopped, answered, failures } = row;
      const figures = [injected, typed, stopped, answered].map(String);
      return [seam, kind, ...figures, failures === 0 ? "0" : `**${failures}**`];
    });
    return markdownTable(
      ["seam", "kind", "injected", "typed", "stopped", "answered all the same", "failures"],
      rows,
    );
  }

  summary(): string {
    const found = [...this.#failures]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(
        ([cause, names]) =>
          `\n- ${names.length} × ${cause}\n  ${names.slice(0, examples).join("  ")}`,
      );
    const missed =
      this.#missed.length === 0
        ? ""
        : ` (${this.#missed.length} never met: ${this.#missed.slice(0, examples).join("  ")})`;
    return `\n${this.injected} faults injected${missed}: ${this.failed} with failures.${found.join("")}`;
  }
}
