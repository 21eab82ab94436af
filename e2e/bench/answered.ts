/** What evaluations share: a question answered and scored, and a file that a killed one goes on from. */
import { readFile, truncate } from "node:fs/promises";
import type * as z from "zod/mini";
import type { libraryOpener, Session } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { needsVectors } from "../../src/evaluation/vectors.ts";
import type { RunEvent } from "../../src/log/events.ts";
import { type RunSettings, runSettings } from "../../src/log/types.ts";
import { type Scored, scoreRun } from "./scored.ts";

export async function answerRow(
  session: Pick<Session, "answer">,
  row: QuestionRow,
  settings: RunSettings,
  library: ReturnType<typeof libraryOpener>,
): Promise<Scored & { events: RunEvent[] }> {
  const retriever = await library(needsVectors(settings));
  const { events, seconds } = await session.answer(row.question, settings, retriever);
  return { ...scoreRun(row, events, seconds), events };
}

/** Equal whatever the order of their fields. */
export function sameSettings(a: RunSettings, b: RunSettings): boolean {
  return JSON.stringify(runSettings.parse(a)) === JSON.stringify(runSettings.parse(b));
}

/**
 * The lines of an append-only file; none when it is not there. A last line that was cut when
 * the writer was killed is taken off the file.
 */
export async function soFar<T>(path: string, line: z.ZodMiniType<T>): Promise<T[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  const lines = whole.split("\n").filter((one) => one !== "");
  return lines.map((one) => line.parse(JSON.parse(one)));
}
