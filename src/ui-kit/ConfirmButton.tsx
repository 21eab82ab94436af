/** Asks for confirmation in place, with the focus on Cancel. */
import { useEffect, useRef, useState } from "react";
import { Button, TextButton } from "./Button.tsx";
import sheet from "./ConfirmButton.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

export function ConfirmButton(props: {
  open: string;
  sure: string;
  keep: string;
  question?: string;
  openLong?: string;
  sureLong?: string;
  /** The first button gets a frame like its neighbours'. */
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

/**
 * The pressed button disappears, so the first one gets the focus, unless something else took it.
 */
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
