import { privacyLevels, rewriters, switches } from "../log/types.ts";
import { firstMethod, methods } from "../methods/index.ts";
import { commandLine } from "../node/command-line.ts";
import { valuesOf } from "../node/run-settings.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { searchServices } from "../retrieval/search-services/index.ts";
import {
  type ControlGroup,
  type ControlPath,
  controlAt,
  controlGroups,
  controls,
  isSharedPath,
  ownPaths,
} from "../runtime/controls.ts";
import type { MethodInfo } from "../runtime/method.ts";

export function helpText(method: MethodInfo): string {
  return `Ask a multi-hop question on the command line, with the same core as the page.

  ${commandLine("ask")} "question" [options]

Method
  --method ID               how it is answered (default: ${firstMethod.id}):
${methods.all.map(({ id, summary }) => `      ${id.padEnd(22)}${summary}`).join("\n")}
                            (--method ID --help shows the presets and settings of one)
  --preset ID               of ${method.title} (default: the first that can run):
${method.presets.map(({ id, title }) => `      ${id.padEnd(34)}${title}`).join("\n")}
  --set PATH=VALUE          one setting; as often as needed. Of ${method.title}:
${settingLines(method).join("\n")}
    and, of other methods:
${otherLines(method).join("\n")}

Stages, shorter than --set
  --plan off|small|large|decide     who plans
  --solve small|large               who reads and checks each hop
  --summarise small|large|decide    who concludes
  --rewriter NAME           ${rewriters.join(", ")}
  --retrieval NAME          bm25, dense, hybrid
  --k N                     passages a search brings
  --reader encoder|both|model  who reads the passages for the small model
  --rerank on|off           the encoder chooses the passages among more of them
  --evidence on|off         the encoder reads the question over all evidence as well
  --evidence-threshold F    its answer stands above this confidence, 0 to 1
  --arithmetic on|off       two values that decide the question are compared, and no model is asked
  --theta F                 the reader overrules an answer above this confidence, 0 to 1
  --rounds N                most rounds of correction
  --switch-off NAME,NAME    departures from the printed algorithm to leave out:
                            ${Object.keys(switches.shape).join(", ")}

Words
  --prompts FILE            changed prompts, see docs/prompts.md; a settings file of the page
                            will do

Where it looks things up
  --library ${`${libraryIds()}|FILE`.padEnd(16)}the embedded World Factbook (default), a JSONL corpus with
                            {id, title, text} a line, gzipped or not, or a folder of documents
  --vectors                 computes the corpus's vectors first; they are kept on disk. Without
                            it, it is searched by words until they are there (eval: always)
  --tool ID                 library, none, bm25, dense, hybrid, or a search service
  --tools-file FILE         search services as a JSON list, see docs/search-tools.md;
                            "apiKey": "$NAME" takes the key from the environment;
                            kinds: ${toolKinds()}
  --router-file FILE        a search router that was saved on the page, for the model that answers
  --policy-file FILE        where it pays: what was learnt of the large model's returns, from
                            the lab or npm run learn (default: the one that comes with the page)
  or HOPWISE_TOOLS_FILE and HOPWISE_ROUTER_FILE in the environment.

Models on this machine
  --small ID|FOLDER         another small language model of models/catalogue.json, or the
                            folder of one that was just built (write a slash in it)
  --encoder ID|FOLDER       another encoder, likewise

Models at a server that speaks the OpenAI form (none by default: nothing leaves this process)
  --small-preset ID, --small-url URL, --small-model NAME, --small-key-variable NAME,
  --small-price IN,OUT[,CACHED]   the small model's, in place of --small; each as for the large
                            one: --small-preset ollama --small-model qwen2.5:0.5b
  --large-preset ID         a known provider (openai, anthropic, ollama, …)
  --large-url URL           any OpenAI-compatible endpoint, with its version: https://…/v1
  --large-model NAME
  --large-key-variable NAME the environment variable that holds the key
  --large-price IN,OUT[,CACHED]   US dollars per million tokens
  --cap USD                 stop before one question costs more
  --privacy LEVEL           what may leave this machine: ${privacyLevels.join(", ")}
                            (docs/hosting-and-security.md; default: everything)
  or HOPWISE_LARGE_PRESET, _URL, _MODEL, _KEY, _PRICE (HOPWISE_SMALL_…) in the environment. A key
  there is for the address there: for another one name its variable with --large-key-variable.
  What a server on this machine computes costs nothing (docs/engines.md).

Output
  --json                    the whole run log instead of the answer
  --quiet                   no progress on standard error
  --threads N               threads for the small model (default 2)
  --help                    this text
`;
}

function libraryIds(): string {
  return embeddedLibraries.all.map(({ id }) => id).join("|");
}

function toolKinds(): string {
  return searchServices.all
    .map(({ id, key, fields = {} }) => {
      const required = Object.entries(fields).filter(([, { isRequired }]) => isRequired === true);
      const wanted = required.map(([name]) => name);
      if (key === "required") wanted.unshift("apiKey");
      return wanted.length === 0 ? id : `${id} (${wanted.join(", ")})`;
    })
    .join(`,\n${" ".repeat(28)}`);
}

const anyService = ["a search service"];

function settingLines({ controls: paths, settings }: MethodInfo): string[] {
  return paths.map(
    (path) => `      ${path.padEnd(30)}${valuesOf(controlAt(path, settings), anyService)}`,
  );
}

function otherLines({ controls: own }: MethodInfo): string[] {
  const groups = new Map<ControlPath, ControlGroup>();
  for (const path of Object.keys(controls).filter(isSharedPath))
    groups.set(path, controls[path].group);
  for (const { settings } of methods.all) {
    for (const path of ownPaths(settings)) groups.set(path, controlAt(path, settings).group);
  }
  return controlGroups.flatMap((group) => {
    const paths = [...groups.keys()].filter(
      (path) => !own.includes(path) && groups.get(path) === group,
    );
    return paths.length === 0 ? [] : [`      ${paths.join(", ")}`];
  });
}
