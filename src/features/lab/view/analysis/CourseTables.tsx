/** Tables of how the runs went: searches, routes, effect of retrieval, tokens. */
import {
  type ConfigurationSummary,
  type LabAnalysis,
  type RetrievalEffect,
  writtenParts,
} from "../../../../evaluation/types.ts";
import { PanelBoundary } from "../../../../ui-kit/PanelBoundary.tsx";
import { courseText as words } from "../../text/lab-course.ts";
import { DataTable, meanColumn, shareColumn, type TableData, valueColumn } from "./DataTable.tsx";
import { useTitles } from "./use-analysis.ts";

export function CourseTables({ analysis }: { analysis: LabAnalysis }) {
  const title = useTitles();
  const { summaries } = analysis;
  return (
    <>
      <Table {...course(summaries)} />
      <Table {...routes(analysis)} />
      <Table {...retrieval(analysis, title)} />
      <Table {...misled(summaries)} />
      <Table {...tokens(summaries)} />
    </>
  );
}

/** Renders nothing without any figures. */
function Table<R>(table: TableData<R>) {
  if (table.rows.length === 0) return null;
  return (
    <PanelBoundary>
      <DataTable {...table} />
    </PanelBoundary>
  );
}

type Summaries = readonly ConfigurationSummary[];

/** RA-ISF's Table 4, unanswered steps, and outputs that failed to parse. */
function course(summaries: Summaries): TableData<ConfigurationSummary> {
  const { title, help, head, stepsUnknown } = words;
  const isOld = summaries.some(({ searches, steps }) => searches !== null && steps === null);
  return {
    ...{ title, help, file: "course", rows: summaries },
    columns: [
      meanColumn(head.searches, "searches a question", ({ searches }) => searches),
      meanColumn(head.steps, "steps a question", ({ steps }) => steps),
      shareColumn(head.unsolved, "unsolved steps", ({ unsolved }) => unsolved),
      shareColumn(head.unfit, "unfit outputs", ({ unfit }) => unfit),
    ],
    notes: [isOld ? stepsUnknown : null],
  };
}

type Route = ConfigurationSummary["routes"][number];

/** RA-ISF's Table 7: how questions were answered, and how often rightly. */
function routes({ summaries, metric }: LabAnalysis): TableData<Route> {
  const { title, help, head, right, exit } = words.routes;
  return {
    ...{ title, help, file: "routes" },
    rows: summaries.flatMap((one) =>
      one.routes.map((route) => ({ id: one.id, title: one.title, ...route })),
    ),
    columns: [
      {
        ...{ label: head.exit, isText: true, show: (route) => exit(route.exit) },
        ...{ heads: ["exit"], cells: (route) => [route.exit ?? "other"] },
      },
      shareColumn(head.share, "left by it", ({ share }) => share),
      shareColumn(right(metric), "right", (route) => route.right),
    ],
  };
}

const outcomes = ["better", "equal", "worse", "misled", "helped"] as const;

/** SlimPLM's Figure 2: each question with and without retrieval. */
function retrieval(
  { retrieval: effects, metric }: LabAnalysis,
  titleOf: (id: string) => string,
): TableData<RetrievalEffect> {
  const { title, help, head } = words.retrieval;
  return {
    ...{ title, file: "with-and-without-retrieval" },
    help: help(titleOf(effects[0]?.base ?? ""), metric),
    rows: effects.map((one) => ({ ...one, id: one.with, title: titleOf(one.with) })),
    columns: [
      valueColumn(null, "without", ({ base }) => base),
      ...outcomes.map((name) => shareColumn<RetrievalEffect>(head[name], name, (one) => one[name])),
    ],
  };
}

/**
 * SlimPLM's Table 7 and SearChain's "IR misleads": a run's own answer before a search, and the one
 * after it.
 */
function misled(summaries: Summaries): TableData<ConfigurationSummary> {
  const { title, help, head, helpedUnknown, others } = words.misled;
  const rows = summaries.filter((one) => one.misled !== null || one.helped !== null);
  return {
    ...{ title, help, file: "misled", rows },
    columns: [
      shareColumn(head.misled, "misled", (one) => one.misled),
      shareColumn(head.helped, "helped", (one) => one.helped),
    ],
    notes: [
      rows.some((one) => one.misled === null || one.helped === null) ? helpedUnknown : null,
      rows.length < summaries.length ? others : null,
    ],
  };
}

/** SlimPLM's Table 4: tokens written by the language models, by purpose. */
function tokens(summaries: Summaries): TableData<ConfigurationSummary> {
  const { title, help, parts, all, unknown: notTold } = words.tokens;
  const isTold = summaries.some(({ written }) =>
    writtenParts.some((part) => written[part] !== null),
  );
  const mean = (value: number | string) => Number(value).toFixed(1);
  return {
    ...{ title, help, file: "tokens-written", rows: isTold ? summaries : [] },
    columns: [
      ...writtenParts.map((part) =>
        valueColumn<ConfigurationSummary>(parts[part], part, ({ written }) => written[part], mean),
      ),
      valueColumn(all, "all", allOf, mean),
      valueColumn(words.n, "n", answeredOf),
    ],
    notes: [summaries.some((one) => answeredOf(one) > 0 && allOf(one) === null) ? notTold : null],
  };
}

function answeredOf({ n, failed }: ConfigurationSummary): number {
  return n - failed;
}

function allOf({ written }: ConfigurationSummary): number | null {
  return writtenParts.reduce<number | null>((sum, part) => {
    const own = written[part];
    return sum === null || own === null ? null : sum + own;
  }, 0);
}
