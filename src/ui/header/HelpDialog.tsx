/** What the page is and how to work it, on one screen. */
import { Dialog } from "../shared/Dialog.tsx";
import { useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./HelpDialog.module.css";

const css = classes(sheet);

export function HelpDialog() {
  const open = useView((state) => state.help);
  const openHelp = useView((state) => state.openHelp);
  return (
    <Dialog open={open} title={text.help.title} onClose={() => openHelp(false)}>
      <dl className={css("parts")}>
        {text.help.parts.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3 className={css("heading")}>{text.help.keys}</h3>
      <dl className={css("keys")}>
        {text.help.shortcuts.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={css("private")}>{text.help.private}</p>
    </Dialog>
  );
}
