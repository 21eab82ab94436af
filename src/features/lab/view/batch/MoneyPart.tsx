/** The models, their prices, and the spending limit. */

import { useSettings, useView } from "../../../../app/runtime/runtime-context.ts";
import { isConfigured, smallServer } from "../../../../session/preferences.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { unknown } from "../../../../ui-kit/text/format.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { CheckedField } from "./CheckedField.tsx";
import { budgetOf, type DraftFacts } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import type { PartProps } from "./SamplePart.tsx";
import { Section } from "./Section.tsx";
import { useLargePrice } from "./use-draft-facts.ts";

const css = classes({ ...sheet, ...formSheet });

export function MoneyPart({ draft, change, facts }: PartProps & { facts: DraftFacts }) {
  const openSettings = useView((state) => state.openSettings);
  const large = useSettings((state) => state.large);
  const price = useLargePrice();
  const { usesLarge, smallModel, asksServer } = facts;
  const server = useSettings((state) => smallServer(state.small));
  const configured = isConfigured(large);
  const largeName = configured ? large.model : words.noneSetUp;
  return (
    <Section title={words.modelsTitle}>
      <dl className={css("facts")}>
        <div>
          <dt>{words.small}</dt>
          <dd>{smallModel ?? unknown}</dd>
        </div>
        <div>
          <dt>{words.large}</dt>
          <dd>{usesLarge ? largeName : words.notNeeded}</dd>
        </div>
        {usesLarge && configured ? (
          <div>
            <dt>{words.price}</dt>
            <dd>
              {price === null
                ? unknown
                : words.priceLine(price.inputPerMillion, price.outputPerMillion)}
            </dd>
          </div>
        ) : null}
      </dl>
      <p className={css("soft")}>
        {server === null ? null : `${words.leaves(hostOf(server.baseUrl))} `}
        {usesLarge && configured ? words.leaves(hostOf(large.baseUrl)) : null}
        {asksServer ? null : words.stays}{" "}
        <TextButton onClick={() => openSettings(usesLarge ? "large" : "small")}>
          {words.engines}
        </TextButton>
      </p>
      {asksServer ? (
        <CheckedField
          label={words.budget}
          help={words.budgetHelp}
          value={draft.budget}
          problem={budgetOf(draft) === "bad" ? words.budgetInvalid : null}
          onChange={(budget) => change({ budget })}
        />
      ) : null}
    </Section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
