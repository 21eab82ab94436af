import type { Doors } from "./port-faults.ts";

export const fetchKinds = [
  "network",
  "redirect",
  "401",
  "404",
  "429",
  "429-for-ever",
  "500",
  "not-json",
  "empty",
  "html",
  "cut",
  "cut-cleanly",
  "garbage",
  "error-inside",
  "told-too-little",
  "headers",
  "never",
  "never-body",
  "late",
  "stop",
] as const;

export interface Served {
  /** Counts answers received in full; the minimum if the server under-reports. */
  promptTokens: number;
  generatedTokens: number;
  searches: number;
  /** Requests followed to another origin must stay 0. */
  strayed: number;
}

interface Reply {
  body: string;
  type: string;
  onRead: () => void;
}

export interface Site {
  chat: (body: string) => string;
  search: (query: string) => readonly { title: string; content: string; url: string }[];
  served: Served;
  pieceOf: () => number;
}

/** A lower bound: English averages four bytes per token, and no tokeniser exceeds six letters. */
const countOf = (text: string) => Math.ceil(new TextEncoder().encode(text).byteLength / 4);
const fewestOf = (text: string) => Math.floor(text.replace(/[^a-z]/giu, "").length / 6);

export function siteFetch(site: Site, doors: Doors): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isChat = url.pathname.endsWith("/chat/completions");
    const seam = isChat ? "fetch.chat" : "fetch.search";
    const signal = init?.signal ?? null;
    signal?.throwIfAborted();
    const kind = doors.plan.next(seam);
    const reply = () =>
      isChat ? chatReply(site, String(init?.body), kind) : searchReply(site, url);
    if (kind === null) return streamed(reply(), site, null);
    return failed({ kind, reply, site, doors, signal, redirect: init?.redirect ?? "follow" });
  };
}

interface Failing {
  kind: string;
  reply: () => Reply;
  site: Site;
  doors: Doors;
  signal: AbortSignal | null;
  redirect: RequestRedirect;
}

async function failed(failing: Failing): Promise<Response> {
  const { kind, reply, site, doors, signal } = failing;
  const json = { "content-type": "application/json" };
  switch (kind) {
    case "network":
      throw new TypeError("Failed to fetch");
    case "redirect":
      return redirected(failing);
    case "401":
    case "404":
    case "500":
      return new Response(JSON.stringify({ error: { message: "told to" } }), {
        status: Number(kind),
        headers: json,
      });
    case "429":
      return new Response("{}", { status: 429, headers: { ...json, "retry-after": "1" } });
    case "429-for-ever":
      return new Response("{}", { status: 429, headers: { ...json, "retry-after": "1e300" } });
    case "headers": {
      const long = "x".repeat(100_000);
      const headers = { "content-type": long, "retry-after": "9".repeat(300), "x-long": long };
      return new Response(long, { status: 503, headers });
    }
    case "not-json":
      return new Response("{ what? ".repeat(9), { headers: json });
    case "empty":
      return new Response("", { headers: json });
    case "html":
      return new Response("<html><title>Log in</title>", {
        headers: { "content-type": "text/html" },
      });
    case "garbage":
      return new Response(`data: {"choices": 7, "usage": "many"}\n\ndata: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    case "error-inside":
      return new Response(`data: {"error": {"message": "told to", "code": 503}}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    case "told-too-little":
      return streamed(reply(), site, null);
    case "stop":
      doors.stop();
      await orAborted(doors.later(50), signal);
      return streamed(reply(), site, null);
    case "late":
      void doors.later(1_000).then(doors.stop);
      await orAborted(doors.later(30_000), signal);
      return streamed(reply(), site, null);
    case "never":
      await orAborted(doors.plan.gone(), signal);
      return streamed(reply(), site, null);
    default:
      return streamed(reply(), site, { kind, gone: () => doors.plan.gone(), signal });
  }
}

/** Browsers hide the response of `manual`. */
function redirected({ site, reply, redirect }: Failing): Response {
  if (redirect === "error") throw new TypeError("Failed to fetch");
  if (redirect === "follow") {
    site.served.strayed += 1;
    return streamed(reply(), site, null);
  }
  const response = new Response(null, {
    status: 302,
    headers: { location: "https://else.example/" },
  });
  Object.defineProperties(response, {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    headers: { value: new Headers() },
  });
  return response;
}

function promptOf(body: string): string {
  const { messages }: { messages: { content: string }[] } = JSON.parse(body);
  return messages.map(({ content }) => content).join("");
}

const tooLittle = {
  prompt_tokens: 1,
  completion_tokens: 1,
  prompt_tokens_details: { cached_tokens: 1 },
};

function chatReply(site: Site, body: string, kind: string | null): Reply {
  const text = site.chat(body);
  const prompt = promptOf(body);
  const isTrue = kind !== "told-too-little";
  const count = isTrue ? countOf : fewestOf;
  const counted = { prompt_tokens: count(prompt), completion_tokens: count(text) };
  const words = text.match(/\s*\S+/gu) ?? [];
  const events = [
    ...words.map((content) => ({ choices: [{ delta: { content } }] })),
    { choices: [{ delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: isTrue ? counted : tooLittle },
  ];
  const data = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return {
    body: `${data}data: [DONE]\n\n`,
    type: "text/event-stream",
    onRead() {
      site.served.promptTokens += counted.prompt_tokens;
      site.served.generatedTokens += counted.completion_tokens;
    },
  };
}

function searchReply(site: Site, url: URL): Reply {
  const results = site.search(url.searchParams.get("q") ?? "");
  // A search is charged once answered, even if the response is cut.
  site.served.searches += 1;
  return {
    body: JSON.stringify({ results }),
    type: "application/json",
    onRead: () => undefined,
  };
}

interface Broken {
  kind: string;
  gone: () => Promise<void>;
  signal: AbortSignal | null;
}

function streamed({ body, type, onRead }: Reply, site: Site, broken: Broken | null): Response {
  const bytes = new TextEncoder().encode(body);
  const half = Math.floor(bytes.length / 2);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      // Chunks arrive in separate tasks, as on a network.
      await new Promise((resolve) => setImmediate(resolve));
      if (broken !== null && sent >= half) {
        if (broken.kind === "cut") return controller.error(new TypeError("network error"));
        if (broken.kind === "cut-cleanly") return controller.close();
        await orAborted(broken.gone(), broken.signal);
      }
      if (sent >= bytes.length) {
        onRead();
        return controller.close();
      }
      const end = Math.min(bytes.length, sent + site.pieceOf());
      controller.enqueue(bytes.slice(sent, end));
      sent = end;
    },
  });
  return new Response(stream, { headers: { "content-type": type } });
}

/** Like `fetch`, it rejects at once, whatever the server does. */
function orAborted(waiting: Promise<void>, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason ?? new DOMException("aborted", "AbortError"));
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    void waiting.then(resolve);
  });
}
