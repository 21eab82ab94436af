/**
 * The page's log beside the core's in Node; `hopwise.models.test.ts` compares the other faces. The
 * models round differently in WebAssembly, which may turn a near tie, so their outputs are the
 * page's.
 */
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { openRunFile } from "../src/log/file.ts";
import { withoutTimes } from "../src/testing/without-times.ts";
import { test } from "./guard.ts";
import {
  askQuestion,
  choosePreset,
  firstExample,
  openPage,
  savedRun,
  waitForAnswer,
} from "./journey.ts";

test("the page logs what the core logs in Node, given the same outputs and passages", async ({
  page,
}) => {
  await openPage(page);
  await choosePreset(page, "SearChain, all small");
  await askQuestion(page, firstExample);
  await waitForAnswer(page);
  const file = await savedRun(page);
  // Where the core would log anything else, its run ends with the error `run-not-repeatable`.
  const replay = ["--import", "tsx", "e2e/harness/replay.ts"];
  const again = openRunFile(execFileSync(process.execPath, replay, { input: file }).toString());
  const events = openRunFile(file);
  expect(events.length).toBeGreaterThan(30);
  expect(again.at(-1)).toMatchObject({ outcome: "answered" });
  const end = (log: typeof events) =>
    withoutTimes(log.slice(-1).map((event) => ({ ...event, seq: 0 })));
  expect(end(again)).toEqual(end(events));
});
