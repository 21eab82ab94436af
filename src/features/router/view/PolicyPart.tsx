import { useState } from "react";
import { useRouter, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { RouterPolicy } from "../../../methods/homo-router/training/policy.ts";
import { writePolicy } from "../../../methods/homo-router/training/policy.ts";
import { allPresets } from "../../../session/presets.ts";
import { Button, TextButton } from "../../../ui-kit/Button.tsx";
import { OpenFile } from "../../../ui-kit/OpenFile.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { score, routerText as words } from "../text/router.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

export function PolicyPart({ name }: Pick<RouterToolSelection, "name">) {
  const { router } = useRuntime();
  const policy = useRouter((state) => state.policy);
  return (
    <Section title={words.policyTitle}>
      {policy === null ? (
        <p>{words.policyNone}</p>
      ) : (
        <>
          <p>{words.policy(policy.toolIds.map(name).join(", "), policy.trainedOn)}</p>
          <p>{answererText(policy)}</p>
          <p className={css("soft")}>{worthOf(policy)}</p>
          <ChooseMethod policy={policy} />
        </>
      )}
      <p className={css("tools")}>
        {policy === null ? null : (
          <Button
            onClick={() => saveFile("hopwise-router.json", writePolicy(policy), "application/json")}
          >
            {words.savePolicy}
          </Button>
        )}
        <OpenFile
          label={words.openPolicy}
          accept=".json"
          onFile={(file) => void router.openPolicy(file)}
        />
        {policy === null ? null : (
          <TextButton onClick={() => void router.savePolicy(null)}>{words.deletePolicy}</TextButton>
        )}
      </p>
    </Section>
  );
}

function worthOf({ lambda, pMin }: RouterPolicy): string {
  if (pMin === null) return words.policyBest;
  return words.policyCost(lambda.toPrecision(3), score(pMin));
}

function answererText({ answerer }: RouterPolicy): string {
  return answerer === undefined
    ? words.policyAnswererUnknown
    : words.policyAnswerer(answerer.tier, answerer.model);
}

function ChooseMethod({ policy: { pMin, answerer } }: { policy: RouterPolicy }) {
  const { settings } = useRuntime();
  const [isChosen, setChosen] = useState(false);
  const end = answerer?.tier === "large" ? "" : "-small";
  const id = pMin === null ? `homo-router${end}` : `homo-router-cost-saving${end}`;
  const preset = allPresets().find((one) => one.id === id);
  if (preset === undefined) return null;
  return (
    <>
      <p>
        <Button
          onClick={() => {
            settings.getState().changeRun(preset.settings);
            setChosen(true);
          }}
        >
          {words.chooseMethod}
        </Button>
      </p>
      <p role="status">{isChosen ? words.chosen : ""}</p>
    </>
  );
}
