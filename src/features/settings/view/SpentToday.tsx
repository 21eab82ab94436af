/** Offers a reset if the count is unreadable. */
import { useEffect, useState } from "react";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { toAppError } from "../../../log/errors.ts";
import { mostNano, nanoPerUsd } from "../../../models/budget/nano-usd.ts";
import { ConfirmButton } from "../../../ui-kit/ConfirmButton.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { usd } from "../../../ui-kit/text/format.ts";
import { capsText } from "../text/caps.ts";
import sheet from "./SettingsDialog.module.css";

const css = classes(sheet);
const words = capsText.today;

type Counted =
  | { kind: "looking" }
  | { kind: "known"; usd: number }
  | { kind: "damaged" | "tooMuch" | "unreadable" };

export function SpentToday() {
  const { spending } = useRuntime();
  const [counted, setCounted] = useState<Counted>({ kind: "looking" });
  const [isReset, setReset] = useState(false);
  useEffect(() => {
    let isShown = true;
    void look(spending.todayUsd()).then((next) => {
      if (isShown) setCounted(next);
    });
    return () => {
      isShown = false;
    };
  }, [spending]);

  async function reset(): Promise<void> {
    const done = spending.resetToday().then(() => spending.todayUsd());
    const next = await look(done);
    setCounted(next);
    setReset(next.kind === "known");
  }

  return (
    <div className={css("group")}>
      <Told counted={counted} />
      {counted.kind === "damaged" || counted.kind === "tooMuch" ? (
        <p>
          <ConfirmButton
            framed
            open={words.reset}
            question={words.resetAsk}
            sure={words.resetSure}
            keep={words.resetKeep}
            onSure={() => void reset()}
          />
        </p>
      ) : null}
      <p role="status">{isReset ? words.isReset : ""}</p>
    </div>
  );
}

function Told({ counted }: { counted: Counted }) {
  if (counted.kind === "looking") return null;
  if (counted.kind !== "known") return <p className={css("cause")}>{words[counted.kind]}</p>;
  return (
    <p className={css("soft")}>
      {words.label} {usd(counted.usd)}. {words.help}
    </p>
  );
}

async function look(counting: Promise<number>): Promise<Counted> {
  try {
    const counted = await counting;
    return counted >= mostNano / nanoPerUsd ? { kind: "tooMuch" } : { kind: "known", usd: counted };
  } catch (thrown) {
    const { code } = toAppError(thrown);
    return { kind: code === "spending-record-damaged" ? "damaged" : "unreadable" };
  }
}
