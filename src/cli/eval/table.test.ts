import { expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { evaluationTables } from "./table.ts";

const { batch, results } = generatedLab(40);

it("says of each configuration whether its sureness may be trusted, where results tell it", () => {
  const table = evaluationTables(batch, results);
  expect(table).toMatch(/how sure, how right \| n \|.*AUROC.*ECE, points/u);
  expect(table).toMatch(/^\| LLL \| 40 \| \d+\.\d \| .* \| 0\.\d\d \(0\.\d\d–[01]\.\d\d\) \|/mu);
  const earlier = results.map(({ sure: _sure, ...old }) => old);
  expect(evaluationTables(batch, earlier)).not.toContain("how sure");
});
