import { randomUUID } from "node:crypto";
import { needsVectors } from "../evaluation/vectors.ts";
import { libraryText } from "../features/library/text/library.ts";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { Alias } from "../language/names.ts";
import type { RunEvent } from "../log/events.ts";
import { writeRunFile } from "../log/file.ts";
import { checkQuestion } from "../log/question.ts";
import { run } from "../methods/registry.ts";
import { commandLine } from "../node/command-line.ts";
import { vectorsWanted } from "../node/corpus-vectors.ts";
import { encoderIdFor } from "../node/embedded-vectors.ts";
import { openLibrary } from "../node/library.ts";
import { budgetOf, connectServer, loadEncoder, portsOf } from "../node/node-ports.ts";
import { configuredOf, loadRouter, loadTools, loadWorth, routerLine } from "../node/services.ts";
import { openSmall } from "../node/small-model.ts";
import { outsideSentence } from "../ui-kit/text/outside-errors.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { helpText } from "./help.ts";
import { printAnswer, progressLine, say, sayJson, spaced, tell, vectorsLine } from "./print.ts";
import { runProgram } from "./run-command.ts";

const { badRow, rowProblems } = libraryText;
const wayOn = `${commandLine("ask")} --help tells what there is; with --method ID, of that method.`;

interface Asked {
  events: RunEvent[];
  aliases: readonly Alias[];
}

async function main(argv: readonly string[]): Promise<number> {
  const given = readArguments(argv);
  if (given.help) {
    say(helpText(given.method).trimEnd());
    return 0;
  }
  checkQuestion(given.question);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const { events, aliases } = await ask(given, stop.signal);
  const trace = foldTrace(events);
  if (given.json) sayJson(writeRunFile(events));
  else printAnswer(trace, foldLedger(events), aliases);
  if (trace.outcome === "answered") return 0;
  if (trace.error !== null) tell(outsideSentence(trace.error));
  return 1;
}

async function ask(given: Arguments, signal: AbortSignal): Promise<Asked> {
  const report = (line: string) => {
    if (!given.quiet) tell(line);
  };
  const budget = budgetOf(given.capUsd);
  const large = await connectServer("large", given, budget);
  report("Loading the small models…");
  const tools = (await loadTools(given.toolsFile, process.env)).map(budget.capTool);
  const encoder = await loadEncoder(given.threads, given.encoder);
  const router = await loadRouter(given.routerFile, process.env, encoder, () =>
    encoderIdFor(given.encoder),
  );
  if (router !== null) report(routerLine(router));
  const settings = given.settings(configuredOf({ large, encoder, tools, router }));
  const { retriever } = await openLibrary(given.library, encoder, signal, {
    vectors: vectorsWanted(settings, {
      vectors: given.vectors,
      needed: needsVectors(settings),
    }),
    encoderId: given.encoder,
    report: {
      badLine: ({ line, reason }) => report(badRow(line, rowProblems[reason])),
      badFile: ({ file, error }) => report(`${file}: ${outsideSentence(error)}`),
      vectors: spaced((done, total) => report(vectorsLine(done, total))),
      withoutVectors: (missing) =>
        report(
          `${missing} passages have no vector yet: this question is looked up by words. With --vectors they are computed first, once, and kept.`,
        ),
    },
  });
  const small = await openSmall(given, budget, signal);
  const weighs = settings.worth !== undefined && large !== null;
  const worth = weighs
    ? await loadWorth(given.policyFile, encoder, () => encoderIdFor(given.encoder), large.ref)
    : null;
  const ports = portsOf({ small: small.model, large, retriever, encoder, tools, router, worth });
  const request = { runId: randomUUID(), question: given.question, settings };
  const events: RunEvent[] = [];
  for await (const event of run(request, ports, signal)) {
    events.push(event);
    const line = progressLine(event);
    if (line !== null) report(line);
  }
  await small.close();
  await encoder.dispose();
  return { events, aliases: retriever.words?.aliases ?? [] };
}

await runProgram(main, wayOn);
