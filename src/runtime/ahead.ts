/** A step that is tried ahead of its turn, so that the run finds its search and reading done. */
import { AppError } from "../log/errors.ts";
import type { ChatModel, PassageReader, Ports, Retriever } from "./ports.ts";

export interface AheadPorts {
  ports: Ports;
  /** For the step: without models and search services, it sends nothing and costs nothing. */
  ahead: () => Ports;
}

/** A search or reading is done once for the run and the step that is tried ahead. */
export function aheadPorts(given: Ports): AheadPorts {
  let isTried = false;
  const tried = () => isTried;
  const retriever: Retriever = {
    ...given.retriever,
    retrieve: shared(given.retriever.retrieve, ([query]) => query, tried),
  };
  const reader: PassageReader | null = given.reader && {
    ...given.reader,
    read: shared(given.reader.read, ([question, passages]) => [question, passages], tried),
  };
  const ports = { ...given, retriever, reader };
  function ahead(): Ports {
    isTried = true;
    return { ...ports, small: noModel(given.small), large: null, tools: [], router: null };
  }
  return { ports, ahead };
}

/** The second one to ask takes the first one's answer, which is then forgotten. */
function shared<Asked extends readonly unknown[], T>(
  ask: (...asked: Asked) => Promise<T>,
  keyOf: (asked: Asked) => unknown,
  isTried: () => boolean,
): (...asked: Asked) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...asked) => {
    if (!isTried()) return ask(...asked);
    const key = JSON.stringify(keyOf(asked));
    const known = answers.get(key);
    if (known !== undefined) {
      answers.delete(key);
      return known;
    }
    const answer = ask(...asked);
    answers.set(key, answer);
    // The next one to ask tries again.
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

function noModel({ ref }: ChatModel): ChatModel {
  return {
    ref,
    // biome-ignore lint/correctness/useYield: it never answers.
    async *generate() {
      throw new AppError("model-not-loaded");
    },
  };
}
