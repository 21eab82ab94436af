import { useEffect, useState } from "react";
import type { RunSettings } from "../log/types.ts";
import type { UnlikePaper as Departure } from "../runtime/method.ts";
import { findMethodInfo } from "../session/presets.ts";
import { classes } from "./styles/classes.ts";
import { methodText } from "./text/method.ts";
import sheet from "./UnlikePaper.module.css";

const css = classes(sheet);

export function UnlikePaper({ settings }: { settings: RunSettings }) {
  const departures = useDepartures(settings.method);
  const held = departures.filter(({ holds }) => holds(settings));
  if (held.length === 0) return null;
  return (
    <details className={css("unlike")}>
      <summary>{methodText.unlikePaper(held.length)}</summary>
      <ul>
        {held.map(({ says }) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
    </details>
  );
}

function useDepartures(id: string): readonly Departure[] {
  const [found, setFound] = useState<{ id: string; all: readonly Departure[] } | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (all: readonly Departure[]) => {
      if (isShown) setFound({ id, all });
    };
    const parts = findMethodInfo(id)?.load();
    parts?.then(({ unlikePaper = [] }) => show(unlikePaper)).catch(() => show([]));
    return () => {
      isShown = false;
    };
  }, [id]);
  return found?.id === id ? found.all : [];
}
