/** What cannot be taken back: asked once more where it was pressed, with the focus on the way back. */
import { useEffect, useRef, useState } from "react";
import { Button, TextButton } from "./Button.tsx";
import sheet from "./ConfirmButton.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

export function ConfirmButton(props: {
  /** The words of the button, of the one that does it, and of the way back. */
  open: string;
  sure: string;
  keep: string;
  /** What goes, where the buttons do not say it. */
  question?: string;
  /** What `open` and `sure` are about, for who hears them alone. */
  openLong?: string;
  sureLong?: string;
  /** Whether the first button has a frame, as those beside it. */
  framed?: boolean;
  onSure: () => void;
}) {
  const { open, sure, keep, question, openLong, sureLong, framed = false, onSure } = props;
  const [asking, setAsking] = useState(false);
  const opener = useKeptFocus(asking);
  if (!asking) {
    const First = framed ? Button : TextButton;
    return (
      <First ref={opener} aria-label={openLong} onClick={() => setAsking(true)}>
        {open}
      </First>
    );
  }
  function act(): void {
    onSure();
    setAsking(false);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part
    <span
      role="group"
      className={css("group", question !== undefined && "asked")}
      aria-label={openLong ?? open}
    >
      {question === undefined ? null : <span>{question}</span>}
      <Button aria-label={sureLong} onClick={act}>
        {sure}
      </Button>
      <Button autoFocus onClick={() => setAsking(false)}>
        {keep}
      </Button>
    </span>
  );
}

/** What was pressed goes away: the first button has the focus again, unless another took it. */
function useKeptFocus(asking: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (!asking && wasAsked.current && isLost) opener.current?.focus();
    wasAsked.current = asking;
  }, [asking]);
  return opener;
}
