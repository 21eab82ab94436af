import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { WhatIf } from "./WhatIf.tsx";

const otherwise = {
  allLargeUsd: 0.003,
  allSmallUsd: 0,
  withoutDecisionUsd: 0.001,
  decided: true,
  savedUsd: 0.002,
  savedByStageUsd: { plan: 0.001, solve: 0.001, summarise: 0 },
};

const labels = (decided: boolean) => {
  const { container } = render(<WhatIf otherwise={{ ...otherwise, decided }} spent={0.001} />);
  return [...container.querySelectorAll("dt")].map(({ textContent }) => textContent);
};

it("tells what a run would have cost without its Decision, where it made one", () => {
  expect(labels(true)).toContain("Without Decision");
  expect(labels(false)).not.toContain("Without Decision");
  expect(labels(false)).toHaveLength(3);
});
