/** Learns a policy for "Where it pays" from a report. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { repricedResult } from "../evaluation/analysis/reprice.ts";
import { actionTable } from "../evaluation/policy/actions.ts";
import { designs } from "../evaluation/policy/learn.ts";
import { writeActionPolicy } from "../evaluation/policy/policy.ts";
import { learnPolicy } from "../evaluation/policy/study.ts";
import { plainMetric } from "../evaluation/types.ts";
import { commandLine } from "../node/command-line.ts";
import { encoderIdFor } from "../node/embedded-vectors.ts";
import { loadEncoder } from "../node/node-ports.ts";
import { UsageError } from "./arguments.ts";
import { say } from "./print.ts";
import { listedPrice, readReportFile } from "./report-file.ts";
import { orUsageError, runProgram } from "./run-command.ts";
import { studyTables } from "./study-tables.ts";

const help = `${commandLine("learn")} --report FILE [--out POLICY.json]

  --report FILE             a lab report with one line for each setup (.lab.json or .lab.json.gz)
  --out FILE                where the policy goes; it is printed either way
  --design NAME             ${designs.join(", ")}; by default the best on questions left out.
                            Designs that use the question's vector embed the questions first
  --price PROVIDER/MODEL    what the large model's tokens cost (openai/gpt-4.1-mini)
`;

const options = {
  help: { type: "boolean", default: false, short: "h" },
  report: { type: "string" },
  out: { type: "string" },
  design: { type: "string" },
  price: { type: "string", default: "openai/gpt-4.1-mini" },
} as const;

async function main(argv: readonly string[]): Promise<number> {
  const { values } = orUsageError(() => parseArgs({ args: [...argv], options }));
  if (values.help) {
    say(help.trimEnd());
    return 0;
  }
  const { report: path, out } = values;
  if (path === undefined) throw new UsageError("Give --report FILE, and --out FILE to keep it.");
  const design = designs.find((one) => one === values.design);
  if (values.design !== undefined && design === undefined) {
    throw new UsageError(`--design is one of ${designs.join(", ")}, not "${values.design}".`);
  }
  const price = await listedPrice(values.price);
  const { batch, questions, results } = await readReportFile(path);
  const priced = results.map((result) => repricedResult(result, null, price));
  const encoder = await loadEncoder(1);
  const embedded = await encoder.embed(
    questions.map(({ question }) => question),
    new AbortController().signal,
  );
  const vectors = new Map(questions.map(({ id }, at) => [id, embedded[at] ?? new Float32Array()]));
  await encoder.dispose();
  const table = actionTable({
    batch: { ...batch, largePrice: price },
    questions,
    results: priced,
    metric: plainMetric,
    cost: "usd",
    vectors,
  });
  const { policy, study } = learnPolicy({
    table,
    encoder: await encoderIdFor(undefined),
    ...(design === undefined ? {} : { design }),
  });
  if (out !== undefined) await writeFile(out, `${writeActionPolicy(policy)}\n`);
  say(`${studyTables(study)}\n`);
  say(`${study.questions} questions, ${policy.actions.length} actions, by ${policy.design}.`);
  for (const { accuracy, costPerThousand } of policy.curve) {
    say(`${(100 * accuracy).toFixed(1)} % for $${costPerThousand.toFixed(3)} per 1,000`);
  }
  return 0;
}

await runProgram(main);
