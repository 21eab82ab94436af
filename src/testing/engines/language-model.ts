/** FAKE: the Prompt API after its draft's IDL and steps. Words are tokens. */
import type {
  Availability,
  CreateOptions,
  PromptApi,
  PromptMessage,
  PromptOptions,
  Session,
} from "../../models/browser-model/prompt-api.ts";

export interface FakeBrowser {
  availability: Availability;
  /** Downloads begin only with one. */
  hasUserActivation: boolean;
  contextWindow: number;
  takesConstraints: boolean;
  /** Shares of the download that are reported. */
  shares: readonly number[];
  reply: (messages: readonly PromptMessage[]) => string;
  /** Tried in order under a regular expression. */
  candidates: readonly string[];
  fault: DOMException | null;
}

export interface FakePromptApi extends PromptApi {
  browser: FakeBrowser;
  created: CreateOptions[];
  prompted: { input: readonly PromptMessage[]; options: PromptOptions }[];
  /** Sessions that were not destroyed. */
  open(): number;
}

class Quota extends Error {
  override readonly name = "QuotaExceededError";
  readonly requested: number;
  readonly quota: number;

  constructor(requested: number, quota: number) {
    super("too much");
    this.requested = requested;
    this.quota = quota;
  }
}

const tokensOf = (text: string) => text.match(/\s*\S+/gu) ?? [];
const sizeOf = (messages: readonly PromptMessage[]) =>
  messages.reduce((sum, { content }) => sum + 1 + tokensOf(content).length, 0);

export function fakePromptApi(changes: Partial<FakeBrowser> = {}): FakePromptApi {
  const browser: FakeBrowser = {
    availability: "available",
    hasUserActivation: true,
    contextWindow: 2000,
    takesConstraints: true,
    shares: [0, 0.4, 1],
    reply: () => "The cod, the seal and the whale live there.",
    candidates: [],
    fault: null,
    ...changes,
  };
  const created: CreateOptions[] = [];
  const prompted: FakePromptApi["prompted"] = [];
  const sessions = new Set<FakeSession>();

  class FakeSession implements Session {
    contextUsage: number;
    readonly contextWindow = browser.contextWindow;
    #messages: readonly PromptMessage[];

    constructor(messages: readonly PromptMessage[]) {
      this.#messages = messages;
      this.contextUsage = sizeOf(messages);
      sessions.add(this);
    }

    promptStreaming(
      input: readonly PromptMessage[],
      options: PromptOptions = {},
    ): ReadableStream<string> {
      prompted.push({ input, options });
      const { signal, responseConstraint } = options;
      let words: string[] | null = null;
      const error = this.#refusal(input, responseConstraint);
      return new ReadableStream<string>({
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 0));
          if (signal?.aborted === true) return controller.error(aborted());
          if (error !== null) return controller.error(error);
          words ??= this.#answer(input, responseConstraint);
          const word = words.shift();
          if (word === undefined) return controller.close();
          this.contextUsage += 1;
          controller.enqueue(word);
        },
      });
    }

    async measureContextUsage(input: readonly PromptMessage[]): Promise<number> {
      return sizeOf(input);
    }

    async clone({ signal }: { signal?: AbortSignal } = {}): Promise<Session> {
      if (signal?.aborted === true) throw aborted();
      if (!sessions.has(this)) throw new DOMException("destroyed", "InvalidStateError");
      return new FakeSession(this.#messages);
    }

    destroy(): void {
      sessions.delete(this);
    }

    #refusal(input: readonly PromptMessage[], constraint: object | undefined): Error | null {
      if (browser.fault !== null) return browser.fault;
      if (!sessions.has(this)) return new DOMException("destroyed", "InvalidStateError");
      if (input.some(({ role }) => role === "system")) {
        return new DOMException("system prompts come first", "NotSupportedError");
      }
      const last = input.length - 1;
      if (input.some(({ prefix, role }, at) => prefix && (at < last || role !== "assistant"))) {
        return new DOMException("a prefix comes last", "SyntaxError");
      }
      if (constraint !== undefined && !browser.takesConstraints) {
        return new DOMException("no constraints", "NotSupportedError");
      }
      return sizeOf(input) > browser.contextWindow
        ? new Quota(sizeOf(input), browser.contextWindow)
        : null;
    }

    #answer(input: readonly PromptMessage[], constraint: object | undefined): string[] {
      this.contextUsage += sizeOf(input);
      const { candidates, reply } = browser;
      const text =
        constraint instanceof RegExp ? candidates.find((one) => constraint.test(one)) : undefined;
      return [...tokensOf(text ?? reply([...this.#messages, ...input]))];
    }
  }

  return {
    browser,
    created,
    prompted,
    open: () => sessions.size,
    async availability() {
      return browser.availability;
    },
    async create(options = {}) {
      created.push(options);
      const { signal, monitor, initialPrompts = [] } = options;
      if (browser.availability === "unavailable") {
        throw new DOMException("there is none", "NotSupportedError");
      }
      if (browser.availability !== "available" && !browser.hasUserActivation) {
        throw new DOMException("no user activation", "NotAllowedError");
      }
      if (initialPrompts.some(({ role, prefix }, at) => prefix || (role === "system" && at > 0))) {
        throw new TypeError("system prompts come first");
      }
      const target = new EventTarget();
      monitor?.(target);
      for (const loaded of browser.availability === "available" ? [0, 1] : browser.shares) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (signal?.aborted === true) throw aborted();
        if (browser.fault !== null) throw browser.fault;
        target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 }));
      }
      browser.availability = "available";
      const size = sizeOf(initialPrompts);
      if (size > browser.contextWindow) throw new Quota(size, browser.contextWindow);
      return new FakeSession(initialPrompts);
    },
  };
}

function aborted(): DOMException {
  return new DOMException("aborted", "AbortError");
}
