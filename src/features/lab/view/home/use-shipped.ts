/** The reports that came with the page: their list, and one of them opened in the worker. */
import { useEffect, useState } from "react";
import { unpackResults } from "../../../../evaluation/analysis/columnar-results.ts";
import { repricedResult } from "../../../../evaluation/analysis/reprice.ts";
import { splitResult } from "../../../../evaluation/analysis/written-share.ts";
import {
  type ShippedReport,
  shippedReports,
} from "../../../../evaluation/shipped/shipped-report.ts";
import type { LabBatch, LabResult } from "../../../../evaluation/types.ts";
import { type ErrorData, toAppError } from "../../../../log/errors.ts";
import { yieldToMain } from "../../../../shared/yield-to-main.ts";
import type { ReportReader } from "../../analysis-client.ts";
import type { AnalysisContext, QuestionWords } from "../analysis/use-analysis.ts";
import { fetchShippedList, shippedAddress } from "./shipped-file.ts";

async function list(): Promise<readonly ShippedReport[]> {
  return shippedReports.parse(await fetchShippedList());
}

export type ShippedList =
  | { status: "loading" }
  | { status: "ready"; reports: readonly ShippedReport[] }
  | { status: "failed"; error: ErrorData };

export function useShippedList(attempt: number): ShippedList {
  const [state, setState] = useState<ShippedList>({ status: "loading" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt fetches it again
  useEffect(() => {
    let wanted = true;
    void list()
      .then((reports): ShippedList => ({ status: "ready", reports }))
      .catch((thrown): ShippedList => ({ status: "failed", error: toAppError(thrown).toData() }))
      .then((next) => {
        if (wanted) setState(next);
      });
    return () => {
      wanted = false;
    };
  }, [attempt]);
  return state;
}

export interface OpenedShipped {
  batch: LabBatch;
  results: readonly LabResult[];
  questions: ReadonlyMap<string, QuestionWords>;
}

export type Opening =
  | { status: "opening" }
  | { status: "open"; opened: OpenedShipped }
  | { status: "failed"; error: ErrorData };

/** Results read and priced per slice. */
const piece = 200;

export function useShipped(report: ShippedReport, reader: ReportReader, attempt: number): Opening {
  const [state, setState] = useState<Opening>({ status: "opening" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt fetches it again
  useEffect(() => {
    let wanted = true;
    void open(report, reader)
      .then((opened): Opening => ({ status: "open", opened }))
      .catch((thrown): Opening => ({ status: "failed", error: toAppError(thrown).toData() }))
      .then((next) => {
        if (wanted) setState(next);
      });
    return () => {
      wanted = false;
    };
  }, [report, reader, attempt]);
  return state;
}

async function open(report: ShippedReport, reader: ReportReader): Promise<OpenedShipped> {
  const { file, sha256, countedAs, written } = report;
  const { batch, questions, results } = await reader.open({
    address: shippedAddress(file),
    sha256,
  });
  const whole: LabResult[] = [];
  await yieldToMain();
  const unpacked = unpackResults(results);
  for (let first = 0; first < unpacked.length; first += piece) {
    await yieldToMain();
    for (const one of unpacked.slice(first, first + piece)) {
      whole.push(repricedResult(splitResult(one, written), null, countedAs));
    }
  }
  const isPriced = whole.every(({ total }) => total.usd !== null);
  return {
    batch: { ...batch, largePrice: isPriced ? countedAs : null },
    results: whole,
    questions: new Map(questions.map((row) => [row.id, row])),
  };
}

/** A run's log; the file of logs is fetched with the first. */
export function shippedLog(report: ShippedReport, reader: ReportReader): AnalysisContext["log"] {
  const file = { address: shippedAddress(report.runs), sha256: report.runsSha256 };
  return async (question, configuration) => {
    if (!report.logged.includes(question)) return null;
    const text = await reader.log(file, question, configuration).catch(() => null);
    if (text === null) return null;
    // Not needed on arrival.
    const { openRunFile } = await import("../../../../log/file.ts");
    return openRunFile(text);
  };
}
