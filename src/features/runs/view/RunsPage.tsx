import { type ReactNode, useEffect, useRef } from "react";
import { runsHeadingId } from "../../../app/runtime/routes.ts";
import { useRuntime } from "../../../app/runtime/runtime-context.ts";
import { useHistory } from "../../../app/runtime/use-history.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { historyText as words } from "../text/history.ts";
import { CompareRuns } from "./CompareRuns.tsx";
import sheet from "./History.module.css";
import { RunList } from "./RunList.tsx";
import { runsRoute } from "./runs-route.ts";

const css = classes(sheet);

export function RunsPage({ at }: { at: string }) {
  const place = runsRoute(at);
  const { history } = useRuntime();
  useEffect(() => {
    void history.load();
    const end = history.follow();
    // A crashed tab sends no message.
    const look = () => void history.load();
    addEventListener("focus", look);
    return () => {
      end();
      removeEventListener("focus", look);
      void history.forget();
    };
  }, [history]);
  if (place.at === "compare") {
    const [one, other] = place.runs;
    return (
      <div className={css("page")}>
        <RunsHeading key={`${one} ${other}`} title={words.compareTitle} />
        <CompareRuns key={`${one}/${other}`} runs={place.runs} />
      </div>
    );
  }
  return (
    <div className={css("page")}>
      <RunsHeading key="list" title={words.title}>
        <p className={css("soft")}>{words.intro}</p>
      </RunsHeading>
      <Stored />
    </div>
  );
}

function RunsHeading({ title, children }: { title: string; children?: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={css("head")}>
      <h2 id={runsHeadingId} ref={ref} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </header>
  );
}

function Stored() {
  const status = useHistory((state) => state.status);
  if (status === "failed") return <CannotRead />;
  if (status !== "ready") return <p role="status">{words.reading}</p>;
  return <RunList />;
}

function CannotRead() {
  const { history } = useRuntime();
  const error = useHistory((state) => state.error);
  const isNewer = error?.params["cause"] === "newer-version";
  return (
    <div className={css("full")} role="alert">
      <p className={css("fullTitle")}>{words.cannotRead}</p>
      <p>{`${words.unavailable(error)} ${words.stillFiles}`}</p>
      <p className={css("tools")}>
        <Button onClick={() => (isNewer ? location.reload() : void history.load())}>
          {isNewer ? words.reload : words.again}
        </Button>
      </p>
    </div>
  );
}
