/** Text of the control that reprices a recorded report. */
import type { Price } from "../../../log/types.ts";
import { unknown } from "../../../ui-kit/text/format.ts";

type Figures = Pick<Price, "inputPerMillion" | "outputPerMillion">;

function figures({ inputPerMillion, outputPerMillion }: Figures): string {
  return `$${inputPerMillion} read, $${outputPerMillion} written`;
}

export const repriceText = {
  label: "Money counted as",
  asRecorded: (price: Figures | null, countedAs: string | null) =>
    countedAs ?? `as recorded (${price === null ? unknown : figures(price)})`,
  row: ({ title, ...price }: Figures & { title: string }) => `${title} (${figures(price)})`,
  help: (price: Price) =>
    `From ${price.source}, ${price.asOf}. Another model would have written other words and other numbers of tokens. A run whose log was not kept shows —.`,
  working: "Pricing again…",
};
