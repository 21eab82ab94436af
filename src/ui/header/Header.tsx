/** Name, promise, the views, colours and help. */
import { useId } from "react";
import { type Theme, theme } from "../../state/preferences.ts";
import { TextButton } from "../shared/Button.tsx";
import { addresses, type Place } from "../shared/place.ts";
import { useSettings, useView } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./Header.module.css";

const css = classes(sheet);

export function Header({ view }: Pick<Place, "view">) {
  const openHelp = useView((state) => state.openHelp);
  const openErrorBook = useView((state) => state.openErrorBook);
  const openRouter = useView((state) => state.openRouter);
  const openPalette = useView((state) => state.openPalette);
  return (
    <header className={css("header")}>
      <div>
        <h1 className={css("name")}>{text.page.name}</h1>
        <p className={css("promise")}>{text.page.promise}</p>
      </div>
      <Views current={view} />
      <div className={css("tools")}>
        <ThemeChoice />
        <TextButton onClick={() => openRouter(true)}>{text.page.router}</TextButton>
        <TextButton onClick={() => openErrorBook("list")}>{text.page.errorBook}</TextButton>
        <TextButton aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette(true)}>
          {text.page.commands}
        </TextButton>
        <TextButton aria-keyshortcuts="?" onClick={() => openHelp(true)}>
          {text.page.help}
        </TextButton>
      </div>
    </header>
  );
}

function Views({ current }: { current: Place["view"] }) {
  return (
    <nav className={css("views")} aria-label={text.page.views}>
      {(["ask", "lab", "runs"] as const).map((view) => (
        <a
          key={view}
          className={css("view", view === current && "isChosen")}
          href={addresses[view]}
          aria-current={view === current ? "page" : undefined}
        >
          {text.page.view[view]}
        </a>
      ))}
    </nav>
  );
}

function ThemeChoice() {
  const chosen = useSettings((state) => state.theme);
  const change = useSettings((state) => state.change);
  const name = useId();
  return (
    <fieldset className={css("themes")}>
      <legend className="visually-hidden">{text.page.theme}</legend>
      {theme.options.map((option: Theme) => (
        <label key={option} className={css("theme", option === chosen && "isChosen")}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option === chosen}
            onChange={() => change({ theme: option })}
          />
          {text.page.themes[option]}
        </label>
      ))}
    </fieldset>
  );
}
