/** Name, views and a one-line introduction; the rest is in a menu. */
import { useId } from "react";
import { type Theme, theme } from "../../session/preferences.ts";
import { TextButton } from "../../ui-kit/Button.tsx";
import { FeatureButtons } from "../../ui-kit/FeatureButtons.tsx";
import { Menu } from "../../ui-kit/Menu.tsx";
import { classes } from "../../ui-kit/styles/classes.ts";
import { text } from "../../ui-kit/text/page.ts";
import { features } from "../runtime/features.ts";
import { paths } from "../runtime/routes.ts";
import { useSettings, useView } from "../runtime/runtime-context.ts";
import sheet from "./Header.module.css";

const css = classes(sheet);

/** `page`: the id of the page on show; null is Ask. */
export function Header({ page }: { page: string | null }) {
  return (
    <header className={css("header")}>
      <h1 className={css("name")}>{text.page.name}</h1>
      <Views current={page} />
      <p className={css("promise", "whole")}>{text.page.promise}</p>
      <p className={css("promise", "short")}>{text.page.shortPromise}</p>
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
  const open = useView((state) => state.open);
  return (
    <>
      <ThemeChoice />
      <FeatureButtons at="menu" />
      <TextButton aria-keyshortcuts="Control+K Meta+K" onClick={() => open("palette")}>
        {text.page.commands}
      </TextButton>
      <TextButton aria-keyshortcuts="?" onClick={() => open("help")}>
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

function Views({ current }: { current: string | null }) {
  return (
    <nav className={css("views")} aria-label={text.page.views}>
      {current === null ? (
        // Ask is no link while it is shown; the pages are, because they have subpages.
        <span className={css("view", "isChosen")} aria-current="page">
          {text.page.ask}
        </span>
      ) : (
        <a className={css("view")} href={paths.ask}>
          {text.page.ask}
        </a>
      )}
      {features.all.map(({ id, page }) =>
        page?.name ? (
          <a
            key={id}
            className={css("view", id === current && "isChosen")}
            href={`#${id}`}
            aria-current={id === current ? "page" : undefined}
          >
            {page.name}
          </a>
        ) : null,
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
