/** Deletes a batch with all its results; asked twice, and not while it runs. */
import { useState } from "react";
import { Button, TextButton } from "../../shared/Button.tsx";
import { addresses, go } from "../../shared/place.ts";
import { classes } from "../../styles/classes.ts";
import { labBatchText as words } from "../../text/lab-batch-en.ts";
import { useLab, useLabState } from "../lab-context.ts";
import sheet from "./Lab.module.css";

const css = classes(sheet);

export function RemoveBatch({ batchId }: { batchId: string }) {
  const lab = useLab();
  const running = useLabState(
    (state) => state.running === batchId || (state.open?.elsewhere ?? false),
  );
  const [sure, setSure] = useState(false);
  async function remove(): Promise<void> {
    await lab.remove(batchId);
    if (lab.store.getState().error === null) go(addresses.lab);
  }
  if (running) return null;
  return (
    <p className={css("tools", "last")}>
      {sure ? (
        <>
          <Button autoFocus onClick={() => void remove()}>
            {words.removeSure}
          </Button>
          <TextButton onClick={() => setSure(false)}>{words.keepBatch}</TextButton>
        </>
      ) : (
        <TextButton onClick={() => setSure(true)}>{words.remove}</TextButton>
      )}
    </p>
  );
}
