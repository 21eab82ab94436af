/** Deletes a batch with all its results, after confirmation and not while it runs. */

import { navigate, paths } from "../../../../app/runtime/routes.ts";
import { ConfirmButton } from "../../../../ui-kit/ConfirmButton.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import { useLab, useLabState } from "../lab-context.ts";
import sheet from "./Lab.module.css";

const css = classes(sheet);

export function RemoveBatch({ batchId }: { batchId: string }) {
  const lab = useLab();
  const running = useLabState(
    (state) => state.running === batchId || (state.open?.elsewhere ?? false),
  );
  async function remove(): Promise<void> {
    await lab.remove(batchId);
    if (lab.store.getState().error === null) navigate(paths.lab);
  }
  if (running) return null;
  return (
    <p className={css("tools", "last")}>
      <ConfirmButton
        open={words.remove}
        sure={words.removeSure}
        keep={words.keepBatch}
        onSure={() => void remove()}
      />
    </p>
  );
}
