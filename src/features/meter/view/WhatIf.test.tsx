import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { emptyEntry } from "../../../folds/ledger.ts";
import { WhatIf } from "./WhatIf.tsx";

const otherwise = {
  allLargeUsd: 0.003,
  allSmallUsd: 0,
  withoutDecisionUsd: 0.001,
  decided: true,
  savedUsd: 0.002,
  savedByStageUsd: { plan: 0.001, solve: 0.001, summarise: 0 },
};

const total = { ...emptyEntry, calls: 2, largeCalls: 1, usd: 0.001 };

const labels = (decided: boolean) => {
  const { container } = render(<WhatIf otherwise={{ ...otherwise, decided }} total={total} />);
  return [...container.querySelectorAll("dt")].map(({ textContent }) => textContent);
};

it("tells what a run would have cost without its Decision, where it made one", () => {
  expect(labels(true)).toContain("Without Decision");
  expect(labels(false)).not.toContain("Without Decision");
  expect(labels(false)).toHaveLength(3);
});

it("says of this run that its cost is estimated or unknown, as the figure above does", () => {
  const shown = (changes: Partial<typeof total>) => {
    const { container } = render(<WhatIf otherwise={otherwise} total={{ ...total, ...changes }} />);
    return [...container.querySelectorAll("dd")][1]?.textContent;
  };
  expect(shown({})).toBe("$0.0010");
  expect(shown({ estimatedUsd: 0.0004 })).toBe("≈ $0.0010");
  expect(shown({ unknownUsdCalls: 1 })).toBe("—");
});
