/** Sends a batch's traces to a collector that the person names. */
import { useEffect, useState } from "react";
import { useSettings, useView } from "../../../../app/runtime/runtime-context.ts";
import { plainUrl } from "../../../../retrieval/search-services/settings.ts";
import { Button, TextButton } from "../../../../ui-kit/Button.tsx";
import { TextField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { labBatchText } from "../../text/lab-batch.ts";
import { useLab } from "../lab-context.ts";
import runSheet from "./Run.module.css";

const css = classes(runSheet);
const words = labBatchText.send;

export function SendTraces({ batchId }: { batchId: string }) {
  const lab = useLab();
  const isHeld = useSettings((state) => state.privacy === "nothing");
  const openSettings = useView((state) => state.openSettings);
  const [address, setAddress] = useState("");
  const [note, setNote] = useState("");
  const [stop, setStop] = useState<AbortController | null>(null);
  // Leaving the page stops it, too.
  useEffect(() => () => stop?.abort(), [stop]);
  const url = plainUrl(address);
  async function send(to: URL): Promise<void> {
    const controller = new AbortController();
    setStop(controller);
    setNote(words.starting);
    const sent = await lab.sendTraces(batchId, {
      address: to,
      signal: controller.signal,
      onSent: (so) => setNote(words.under(so)),
    });
    setNote(sent === null ? "" : words.over(sent, to.host));
    setStop(null);
  }
  if (isHeld) {
    return (
      <p>
        {words.held}{" "}
        <TextButton onClick={() => openSettings("privacy")}>
          {labBatchText.settings.privacy}
        </TextButton>
      </p>
    );
  }
  return (
    <div className={css("sending")}>
      <TextField
        label={words.address}
        help={address === "" || url !== null ? words.help : words.wrong}
        type="url"
        value={address}
        onChange={setAddress}
      />
      {stop === null ? (
        <Button disabled={url === null} onClick={() => url !== null && void send(url)}>
          {words.button(url?.host ?? null)}
        </Button>
      ) : (
        <Button onClick={() => stop.abort()}>{words.stop}</Button>
      )}
      <p role="status">{note}</p>
    </div>
  );
}
