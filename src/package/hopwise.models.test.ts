/** With the real models: every face gives the same log. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openRunFile } from "../log/file.ts";
import { collect } from "../testing/fakes.ts";
import { withoutTimes } from "../testing/without-times.ts";
import { open } from "./hopwise.ts";

const question = "Which sea borders the country whose capital is Tallinn?";

it("answers with the same log as the command line, and from a folder of notes", async () => {
  const hopwise = await open();
  const events = await collect(hopwise.ask(question));
  const args = ["tsx", "src/cli/ask.ts", question, "--json", "--quiet"];
  const { stdout } = await promisify(execFile)("npx", args, { maxBuffer: 64e6 });
  expect(withoutTimes(openRunFile(stdout))).toEqual(withoutTimes(events));
  await hopwise.close();

  const notes = await mkdtemp(join(tmpdir(), "hopwise-notes-"));
  await writeFile(
    join(notes, "ships.md"),
    "# Ships\n\nThe Bluebell is a ship. It was built by Ada Lund.",
  );
  const own = await open({ library: notes });
  const { short, state, sure, citations } = await own.ask("Who built the ship Bluebell?");
  await own.close();
  await rm(notes, { recursive: true });
  expect({ short, state, title: citations[0]?.title }).toEqual({
    short: "Ada Lund",
    state: "found",
    title: "Ships",
  });
  expect(sure).toBeGreaterThan(0.2);
});
