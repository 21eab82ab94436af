import { useEffect, useState } from "react";
import { paths } from "../../../app/runtime/routes.ts";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { ErrorData } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { untilGone } from "../../../ui-kit/until-gone.ts";
import { historyText as words } from "../text/history.ts";
import sheet from "./Compare.module.css";
import { TwoRuns } from "./TwoRuns.tsx";

const css = classes(sheet);

type Pair = readonly [readonly RunEvent[], readonly RunEvent[]];
type Loaded =
  | { status: "reading" }
  | { status: "ready"; pair: Pair }
  | { status: "failed"; error: ErrorData | null };

export function CompareRuns({ runs }: { runs: readonly [string, string] }) {
  const loaded = useLogs(runs);
  return (
    <>
      <p>
        <a className={css("back")} href={paths.runs}>
          {words.back}
        </a>
      </p>
      {loaded.status === "reading" ? <p role="status">{words.reading}</p> : null}
      {loaded.status === "failed" ? (
        <p role="alert">{loaded.error === null ? words.gone : errorText(loaded.error).title}</p>
      ) : null}
      {loaded.status === "ready" ? <TwoRuns a={loaded.pair[0]} b={loaded.pair[1]} /> : null}
    </>
  );
}

function useLogs([one, other]: readonly [string, string]): Loaded {
  const { history } = useRuntime();
  const [loaded, setLoaded] = useState<Loaded>({ status: "reading" });
  useEffect(() => {
    return untilGone(Promise.all([history.log(one), history.log(other)]), ([a, b]) => {
      if (!a.ok) setLoaded({ status: "failed", error: a.error });
      else if (!b.ok) setLoaded({ status: "failed", error: b.error });
      else setLoaded({ status: "ready", pair: [a.events, b.events] });
    });
  }, [history, one, other]);
  return loaded;
}
