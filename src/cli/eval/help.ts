import { commandLine } from "../../node/command-line.ts";

export const evalHelp = `A batch of the lab on the command line: the same questions in one or several ways, and a report.

  ${commandLine("eval")} --data FILE[.gz] --out report.lab.json[.gz] [options]

Questions
  --data FILE               in any format that the page imports. Rows with paragraphs of their own are
                            answered from them, if every row has some; else all from --library
  --limit N, --seed S       only N of them: the first, or a sample

What is compared
  --combinations            all combinations of small and large (as --compare eight)
  --compare NAME            eight, stages, additions; methods (of the method's paper, or
                            --methods ID,ID…), ablations, sweep (--sweep PATH[=VALUE,VALUE…]), tools,
                            small-models (--small-models ID,ID…); decision, rewriters, table-two,
                            figure-two (CoopLLM's, with the paper's settings); models (its Table 3, with
                            --base-small, --base-encoder or both)
  --oracle STAGE,STAGE      ceilings: these stages (plan, read, conclude) answered from the questions'
                            gold, the others small; no large model is needed. Alone, or with
                            --combinations or --compare stages. A question that has no gold for them
                            is left out there, and counted (docs/lab.md)

How it runs
  --until-settled           ends once every stage's verdict is settled or not worth more calls; with
                            --combinations and 30 questions or more (docs/lab.md)
  --at-once N, --copies N   questions side by side, of N copies of a small model that is computed here;
                            chosen by cores and memory unless told; the report is the same
  --cap USD                 a budget over all of it
  --out FILE                beside it stands FILE.journal.jsonl: started again with the same options it
                            goes on, and no call is made twice. A name in .gz is zipped
  --logs-out FILE           the runs' logs and the questions' paragraphs go there, not into --out,
  --logs-of N               of the first N questions only

and every option of ask: --method, --preset, --plan, --library, --large-url, …
(${commandLine("ask")} --help).
`;
