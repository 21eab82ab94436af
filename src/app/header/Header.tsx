/** Name, views and a one-line introduction; the rest is in a menu. */
import { useId } from "react";
import { type Theme, theme } from "../../session/preferences.ts";
import { TextButton } from "../../ui-kit/Button.tsx";
import { Menu } from "../../ui-kit/Menu.tsx";
import { classes } from "../../ui-kit/styles/classes.ts";
import { text } from "../../ui-kit/text/page.ts";
import { paths, type Route } from "../runtime/routes.ts";
import { useSettings, useView } from "../runtime/runtime-context.ts";
import sheet from "./Header.module.css";

const css = classes(sheet);

export function Header({ view }: Pick<Route, "view">) {
  return (
    <header className={css("header")}>
      <h1 className={css("name")}>{text.page.name}</h1>
      <Views current={view} />
      <p className={css("promise")}>{text.page.promise}</p>
    </header>
  );
}

/** Shown in the header's corner but last in tab order, after the question and its switches. */
export function HeaderTools() {
  return (
    <section className={css("corner")} aria-label={text.page.tools}>
      <Menu label={text.page.menu} mark={<MenuMark />} size="page">
        <Tools />
      </Menu>
    </section>
  );
}

function Tools() {
  const openHelp = useView((state) => state.openHelp);
  const openRouter = useView((state) => state.openRouter);
  const openSettings = useView((state) => state.openSettings);
  const openPalette = useView((state) => state.openPalette);
  return (
    <>
      <ThemeChoice />
      <TextButton onClick={() => openSettings("small")}>{text.stages.engines}</TextButton>
      <TextButton onClick={() => openRouter(true)}>{text.page.router}</TextButton>
      <TextButton aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette(true)}>
        {text.page.commands}
      </TextButton>
      <TextButton aria-keyshortcuts="?" onClick={() => openHelp(true)}>
        {text.page.help}
      </TextButton>
    </>
  );
}

function MenuMark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M1 3.5H15M1 8H15M1 12.5H15" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

function Views({ current }: { current: Route["view"] }) {
  return (
    <nav className={css("views")} aria-label={text.page.views}>
      {(["ask", "lab", "runs"] as const).map((view) =>
        // The current view is no link, except for the lab and the runs, which have subpages.
        view === "ask" && current === "ask" ? (
          <span key={view} className={css("view", "isChosen")} aria-current="page">
            {text.page.view[view]}
          </span>
        ) : (
          <a
            key={view}
            className={css("view", view === current && "isChosen")}
            href={paths[view]}
            aria-current={view === current ? "page" : undefined}
          >
            {text.page.view[view]}
          </a>
        ),
      )}
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
