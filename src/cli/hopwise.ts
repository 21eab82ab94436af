#!/usr/bin/env node
/** The command of the package. `ask` and `eval` are the programs of `npm run`. */
import { tell } from "./print.ts";

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  ask: () => import("./ask.ts"),
  eval: () => import("./eval.ts"),
  serve: () => import("./serve.ts"),
  mcp: () => import("./mcp.ts"),
  roi: () => import("./roi.ts"),
};

const [name = ""] = process.argv.splice(2, 1);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  const names = Object.keys(commands).map((one) => `  hopwise ${one} --help`);
  tell(`Hopwise answers multi-hop questions. Commands:\n${names.join("\n")}`);
  process.exitCode = name === "--help" ? 0 : 2;
} else {
  await command();
}
