#!/usr/bin/env node
/** The command of the package: `ask`, `eval`, `index` and `learn` are the programs of `npm run`. */
import { say, tell } from "./print.ts";

const commands: Readonly<Record<string, { does: string; run: () => Promise<unknown> }>> = {
  ask: { does: "answers one question", run: () => import("./ask.ts") },
  eval: { does: "runs a batch of questions and writes a report", run: () => import("./eval.ts") },
  index: { does: "puts documents into a search service", run: () => import("./index.ts") },
  learn: { does: "learns from a report what is worth paying for", run: () => import("./learn.ts") },
  roi: { does: "shows where a larger model pays, in any pipeline", run: () => import("./roi.ts") },
  serve: { does: "an OpenAI-compatible endpoint", run: () => import("./serve.ts") },
  mcp: { does: "tools for an agent", run: () => import("./mcp.ts") },
};

const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(8)}${does}`);
const help = `Hopwise answers multi-hop questions.

  hopwise COMMAND [options]

${lines.join("\n")}

hopwise COMMAND --help lists its options.`;

const [name = "--help"] = process.argv.splice(2, 1);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command !== undefined) await command.run();
else if (name === "--help" || name === "-h") say(help);
else {
  tell(`There is no command “${name}”.\n\n${help}`);
  process.exitCode = 2;
}
