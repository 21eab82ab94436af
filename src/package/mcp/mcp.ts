/** Hopwise as a server of the Model Context Protocol: an agent asks, searches and asks for the price. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import { maxQuestionCharacters } from "../../log/question.ts";
import { capBounds } from "../../log/setting-bounds.ts";
import { stages, stageWords } from "../../log/types.ts";
import { outsideSentence } from "../../ui-kit/text/outside-errors.ts";
import { withoutOwnWords } from "../endpoint/failure.ts";
import { type Hopwise, mostPassages } from "../hopwise.ts";
import type { AskOptions } from "../options.ts";
import type { Result } from "../result.ts";
import type { Prices } from "./prices.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const spent = z.object({
  usd: z.number().nullable().describe("US dollars; null if unknown, which is not 0"),
  calls: z.int(),
  largeCalls: z.int(),
  promptTokens: z.int(),
  generatedTokens: z.int(),
  seconds: z.number(),
  bytesSent: z.int(),
});

const answered = {
  answer: z.string().describe("with marks such as [1], numbered as the citations"),
  short: z.string().describe("the bare answer"),
  state: z.string().describe("found, partly-found or not-in-library"),
  sure: z.number().nullable().describe("P(the answer is right); null if unknown"),
  citations: z.array(
    z.object({
      mark: z.int(),
      passageId: z.string(),
      title: z.string(),
      text: z.string().optional().describe("absent where passages may not leave"),
    }),
  ),
  cost: spent.extend({ byStage: z.record(z.string(), spent) }),
};

const passages = {
  passages: z.array(
    z.object({ id: z.string(), title: z.string(), text: z.string(), score: z.number() }),
  ),
};

const estimated = {
  usd: z.number().nullable().describe("US dollars of one question; null if unknown"),
  from: z
    .enum(["no-paid-model", "questions-answered-here", "nothing-yet"])
    .describe("what the estimate rests on"),
  questions: z.int().describe("answered here in this setup"),
};

/** Every tool reads, and only asking may reach another machine. */
const reads = { readOnlyHint: true, destructiveHint: false } as const;

/** One for each connection; `prices` is shared. */
export function createMcpServer(
  hopwise: Hopwise,
  options: {
    version: string;
    prices: Prices;
    /** The longest time of a question, in seconds; default: as long as the agent waits. */
    seconds?: number;
  },
): McpServer {
  const { version, prices, seconds } = options;
  const server = new McpServer({ name: "hopwise", version });
  const setups = [...hopwise.setups().keys()];
  const setup = z
    .enum(setups)
    .default(setups.includes("where-it-pays") ? "where-it-pays" : "small")
    .describe("which stages the large model does");
  const question = z.string().min(1).max(maxQuestionCharacters);
  const givesPassages = hopwise.privacy === "everything";

  server.registerTool(
    "answer_with_sources",
    {
      title: "Answer a multi-hop question from the library, with its sources",
      description:
        "Splits the question into steps, looks each up in the library and concludes. Says how sure it is, what each stage cost, and when the library has no answer.",
      inputSchema: {
        question,
        setup,
        budget_usd: z
          .number()
          .min(0)
          .max(capBounds.max)
          .optional()
          .describe("the most that this question may cost; 0 asks no paid model"),
      },
      outputSchema: answered,
      annotations: { ...reads, openWorldHint: true },
    },
    async (given, extra) => {
      const asking: AskOptions = {
        ...hopwise.setups().get(given.setup),
        signal:
          seconds === undefined
            ? extra.signal
            : AbortSignal.any([extra.signal, AbortSignal.timeout(seconds * 1000)]),
        ...(given.budget_usd === undefined ? {} : { budget: { usd: given.budget_usd } }),
      };
      return orFailure(async () => {
        const result = await asked(hopwise, given.question, asking, extra);
        if (result.error !== null) return failure(result.error);
        prices.note(given.setup, result.cost);
        return success(shown(result, givesPassages), result.answer ?? "");
      });
    },
  );

  // A passage is the documents' own text.
  if (givesPassages) {
    server.registerTool(
      "search_library",
      {
        title: "Search the library",
        description: "The best passages for one query, as a step of an answer finds them.",
        inputSchema: { query: question, k: z.int().min(1).max(mostPassages).default(5) },
        outputSchema: passages,
        annotations: { ...reads, openWorldHint: false },
      },
      ({ query, k }, extra) =>
        orFailure(async () => {
          const found = await hopwise.search(query, { k, signal: extra.signal });
          const list = found.map(({ id, title, text, score }) => ({ id, title, text, score }));
          return success(
            { passages: list },
            list.map(({ title, text }) => `${title}: ${text}`).join("\n\n"),
          );
        }),
    );
  }

  server.registerTool(
    "estimate_cost",
    {
      title: "What a question costs in a setup",
      description:
        "The mean of the questions answered here in this setup; unknown before the first, unless no paid model takes part.",
      inputSchema: { setup },
      outputSchema: estimated,
      annotations: { ...reads, openWorldHint: false },
    },
    ({ setup: name }) => {
      const estimate = prices.estimate(name, hopwise.setups().get(name));
      const usd = estimate.usd === null ? "unknown" : `about $${estimate.usd.toPrecision(2)}`;
      return success(estimate, `${name}: ${usd} a question`);
    },
  );
  return server;
}

/** Tells the client each finished call, if it wants to know. */
async function asked(
  hopwise: Hopwise,
  question: string,
  options: AskOptions,
  { _meta, sendNotification }: Extra,
): Promise<Result> {
  const run = hopwise.ask(question, options);
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return await run;
  let progress = 0;
  for await (const event of run) {
    if (event.type !== "call-start") continue;
    progress += 1;
    const stage = stages.find((one) => one === event.stage);
    const message = stage === undefined ? event.purpose : stageWords[stage];
    const params = { progressToken, progress, message };
    await sendNotification({ method: "notifications/progress", params });
  }
  return await run;
}

function shown({ answer, short, state, sure, citations, cost }: Result, givesPassages: boolean) {
  return {
    answer: answer ?? "",
    short: short ?? "",
    state: state ?? "not-in-library",
    sure,
    citations: citations.map(({ mark, passageId, title, text }) => ({
      mark,
      passageId,
      title,
      ...(givesPassages ? { text } : {}),
    })),
    cost,
  };
}

function success(structuredContent: object, text: string): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { ...structuredContent } };
}

async function orFailure(make: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await make();
  } catch (thrown) {
    return failure(toAppError(thrown).toData());
  }
}

/** The message of an unexpected error may hold anything. */
function failure(error: ErrorData): CallToolResult {
  const text = `${outsideSentence(withoutOwnWords(error))} (${error.code})`;
  return { isError: true, content: [{ type: "text", text }] };
}
