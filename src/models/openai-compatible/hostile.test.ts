/** Uses a real socket: redirects, floods, drips, endless comments. */
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Attack,
  event,
  flood,
  type HostileServer,
  lastEvents,
  startHostileServer,
  streamHead,
} from "../../../e2e/servers/hostile-server.ts";
import type { AppError } from "../../log/errors.ts";
import type { ChatRequest } from "../../runtime/ports.ts";
import { ask, collect, failure, never } from "../../testing/engines/remote/played.ts";
import { memoryLedger, questionBudget, worstCaseUsd } from "../budget/spending-cap.ts";
import { testConnection } from "./connection-test.ts";
import { answerLimits } from "./limits.ts";
import { createRemoteModel, type RemoteOptions } from "./remote.ts";
import { DialectMemory } from "./request.ts";
import { parseRemoteSettings, type RemoteSettings } from "./settings.ts";
import { ResponseWatchdog } from "./waiting.ts";

const servers: HostileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(attack: Attack): Promise<HostileServer> {
  const server = await startHostileServer(attack);
  servers.push(server);
  return server;
}

function settings(server: HostileServer, changes: Partial<RemoteSettings> = {}): RemoteSettings {
  const entered = { baseUrl: server.baseUrl, apiKey: "key-0123456789", model: "large" };
  const parsed = parseRemoteSettings({ ...entered, headers: { "x-own": "a-secret-value" } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...parsed.settings, maxRetries: 0, ...changes };
}

function modelAt(server: HostileServer, changes: Partial<RemoteSettings> = {}) {
  return createRemoteModel(settings(server, changes), fresh());
}

const fresh = (): RemoteOptions => ({ memory: new DialectMemory() });

async function broken(server: HostileServer, changes: Partial<RemoteSettings> = {}) {
  const deltas: string[] = [];
  try {
    for await (const part of modelAt(server, changes).generate(ask, never)) {
      if (part.type === "delta") deltas.push(part.text);
    }
  } catch (thrown) {
    return { deltas, error: thrown as AppError };
  }
  throw new Error("it did not fail");
}

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])(
    "of %i is not followed, and its bytes count",
    async (status) => {
      const second = await serve((response) => {
        response.writeHead(200, streamHead).end(event("Got you.") + lastEvents);
      });
      const first = await serve((response) => {
        response
          .writeHead(status, { Location: `${second.baseUrl}/chat/completions?token=t` })
          .end();
      });
      const error = await failure(modelAt(first));
      expect(error).toMatchObject({
        code: "remote-address-moved",
        retryable: false,
        params: {
          url: `${first.baseUrl}/chat/completions`,
          movedTo: second.origin,
          charged: false,
          bytesSent: first.requests[0]?.bodyBytes,
        },
      });
      expect(first.requests).toHaveLength(1);
      expect(second.requests).toEqual([]);
    },
  );

  it("is none of a browser's secrets: there the new place stays unknown", async () => {
    const moved = Object.defineProperty(new Response(null, { status: 200 }), "type", {
      value: "opaqueredirect",
    });
    const asked: (string | undefined)[] = [];
    const server = await serve(() => {});
    const model = createRemoteModel(settings(server), {
      ...fresh(),
      fetch: (_, init) => {
        asked.push(init?.redirect);
        return Promise.resolve(moved);
      },
    });
    expect(await failure(model)).toMatchObject({
      code: "remote-address-moved",
      params: { movedTo: null },
    });
    expect(asked).toEqual(["manual"]);
  });

  it("gets neither key nor question from the connection test", async () => {
    const second = await serve((response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"data":[{"id":"m"}]}');
    });
    const first = await serve((response, { path }) => {
      response.writeHead(307, { Location: second.origin + path }).end();
    });
    expect(await testConnection(settings(first), never, fresh())).toMatchObject({
      ok: false,
      models: null,
      error: { code: "remote-address-moved", params: { movedTo: second.origin } },
    });
    expect(second.requests).toEqual([]);
  });
});

const limits = answerLimits(ask, { timeoutMs: 60_000, reasoningTokens: 0 } as RemoteSettings);

describe("a flood", () => {
  const streamed = (write: (response: ServerResponse) => Promise<unknown>) =>
    serve(async (response) => {
      response.writeHead(200, streamHead);
      await write(response);
      response.end(lastEvents);
    });

  it("of text is cut, kept as far as it was read, and the connection closed", async () => {
    const server = await streamed((response) => flood(response, event("x".repeat(60_000)), 500));
    const { deltas, error } = await broken(server);
    const kept = deltas.join("");
    expect(kept).toBe("x".repeat(limits.characters));
    expect(error).toMatchObject({
      code: "remote-answer-too-large",
      retryable: false,
      params: { bound: "characters", limit: limits.characters, charactersKept: kept.length },
    });
    expect(error.params["bytesReceived"]).toBeLessThan(2_000_000);
    await expect.poll(() => server.open()).toBe(0);
  });

  it.each([
    ["bytes", (out: ServerResponse) => flood(out, `: ${"x".repeat(60_000)}\n\n`, 500)],
    ["events", (out: ServerResponse) => flood(out, "data:{}\n\n".repeat(1000), 1000)],
    ["event", (out: ServerResponse) => flood(out, "x".repeat(60_000), 500)],
    ["event", (out: ServerResponse) => flood(out, `data: "${"x".repeat(60_000)}"\n`, 500)],
  ])("of %s is cut", async (bound, write) => {
    const server = await streamed((response) => {
      response.write(event("Paris"));
      return write(response);
    });
    const { deltas, error } = await broken(server);
    expect(deltas.join("")).toBe("Paris");
    expect(error).toMatchObject({ code: "remote-answer-too-large", params: { bound } });
  });

  it("in an answer of one piece is cut", async () => {
    const server = await serve(async (response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      await flood(response, " ".repeat(60_000), 500);
      response.end("{}");
    });
    expect(await failure(modelAt(server))).toMatchObject({
      code: "remote-answer-too-large",
      params: { bound: "event" },
    });
  });

  it.each([400, 401, 429, 500])(
    "in an error body of status %i is read to 64 KiB",
    async (status) => {
      let taken = 0;
      const server = await serve(async (response) => {
        response.writeHead(status, { "Content-Type": "text/plain" });
        const piece = "no. ".repeat(15_000);
        while (await flood(response, piece, 1)) taken += piece.length;
      });
      const error = await failure(modelAt(server));
      expect(error.params["status"]).toBe(status);
      expect(error.params["bytesReceived"]).toBeLessThan(1_000_000);
      await expect.poll(() => server.open()).toBe(0);
      expect(taken).toBeLessThan(30_000_000);
    },
  );

  it("of models does not fill the list", async () => {
    const server = await serve(async (response, { path }) => {
      if (path !== "/v1/models") return void response.writeHead(401).end();
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"data":[{"id":"large"}');
      await flood(response, ',{"id":"m"}'.repeat(5000), 1000);
      response.end("]}");
    });
    expect(await testConnection(settings(server), never, fresh())).toMatchObject({ models: null });
  });

  it("that is cut is charged as the worst case", async () => {
    const server = await streamed((response) => flood(response, event("x".repeat(60_000)), 500));
    const price = {
      inputPerMillion: 1,
      outputPerMillion: 2,
      cachedInputPerMillion: null,
      source: "test",
      asOf: "2026-11-25",
    };
    const budget = questionBudget(
      { perQuestionUsd: 1, perDayUsd: null },
      memoryLedger(),
      () => "d",
    );
    const model = budget.cap(createRemoteModel(settings(server), { ...fresh(), price }));
    expect((await failure(model)).code).toBe("remote-answer-too-large");
    expect(budget.spentUsd()).toBeCloseTo(worstCaseUsd(ask, price), 9);
  });
});

describe("60,000 events of one letter", () => {
  const letters = event("x").repeat(60_000) + lastEvents;

  it("are one answer in few pieces, and others get their turn meanwhile", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead).end(letters);
    });
    let longestMs = 0;
    let lastMs = performance.now();
    const beat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 5);
    const startMs = performance.now();
    const { deltas, end } = await collect(modelAt(server));
    clearInterval(beat);
    const tookMs = performance.now() - startMs;
    expect(end.text).toBe("x".repeat(60_000));
    expect(deltas.join("")).toBe(end.text);
    expect(deltas.length).toBeLessThanOrEqual(Math.ceil(tookMs / 98) + 2);
    // Generous: the machine is shared, and the server runs in this process.
    expect(longestMs).toBeLessThan(1000);
  });

  it("take no more than four times as long as a fourth of them, eight times at the most", async () => {
    const timeOf = async (count: number) => {
      const server = await serve((response) => {
        response.writeHead(200, streamHead).end(event("x").repeat(count) + lastEvents);
      });
      const startMs = performance.now();
      await collect(modelAt(server));
      return performance.now() - startMs;
    };
    await timeOf(5000);
    await expect
      .poll(async () => (await timeOf(60_000)) / (await timeOf(15_000)), { timeout: 60_000 })
      .toBeLessThan(8);
  });

  it("may go on for ever: Stop ends them at once", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead);
      const rain = setInterval(() => response.write(event("x").repeat(20)), 1);
      response.on("close", () => clearInterval(rain));
    });
    const stop = new AbortController();
    let stoppedMs = 0;
    setTimeout(() => {
      stoppedMs = performance.now();
      stop.abort();
    }, 150);
    const { end } = await collect(modelAt(server), {}, stop.signal);
    expect(end.finish).toBe("stopped");
    expect(performance.now() - stoppedMs).toBeLessThan(1000);
  });
});

// A busy machine can pause for longer than the timeout.
describe("waiting", { retry: 2 }, () => {
  const comment = ": OPENROUTER PROCESSING\n\n";
  const patience = { timeoutMs: 500 };

  it("ends where only comments come", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead);
      const drip = setInterval(() => response.write(comment), 50);
      response.on("close", () => clearInterval(drip));
    });
    const startMs = performance.now();
    expect(await failure(modelAt(server, patience))).toMatchObject({
      code: "remote-timeout",
      retryable: true,
      params: { phase: "keep-alive", timeoutMs: 1500 },
    });
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  it("ends where comments follow the text that had begun", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead).write(event("Par"));
      const drip = setInterval(() => response.write(comment), 50);
      response.on("close", () => clearInterval(drip));
    });
    const { deltas, error } = await broken(server, patience);
    expect(deltas).toEqual(["Par"]);
    expect(error).toMatchObject({ code: "remote-timeout", params: { charactersKept: 3 } });
  });

  it("goes on while a queue shows that it lives, longer than silence may be", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead);
      const drip = setInterval(() => response.write(comment), 50);
      setTimeout(() => {
        clearInterval(drip);
        response.end(event("Paris.") + lastEvents);
      }, 900);
    });
    expect((await collect(modelAt(server, patience))).end.text).toBe("Paris.");
  });

  it("tells silence, before the answer and within it", async () => {
    const mute = await serve(() => {});
    expect((await failure(modelAt(mute, patience))).params).toMatchObject({ phase: "answer" });
    const halting = await serve((response) => {
      response.writeHead(200, streamHead).write(event("Par"));
    });
    expect((await failure(modelAt(halting, patience))).params).toMatchObject({ phase: "stream" });
  });

  it("does not wait for the end of a connection after the last event", async () => {
    const server = await serve((response) => {
      response.writeHead(200, streamHead).write(event("Paris.") + lastEvents);
      const drip = setInterval(() => response.write(comment), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect((await collect(modelAt(server))).end).toMatchObject({ text: "Paris.", finish: "stop" });
    await expect.poll(() => server.open()).toBe(0);
  });

  it("has an end for the whole, however well data come", () => {
    vi.useFakeTimers();
    const lost: unknown[] = [];
    const waits = { silenceMs: 100, keepAliveMs: 300, totalMs: 1000 };
    const patience = new ResponseWatchdog(waits, (one) => lost.push(one));
    patience.begin();
    for (let at = 0; at < 20; at += 1) {
      vi.advanceTimersByTime(60);
      patience.sawLife();
      patience.sawData();
    }
    vi.useRealTimers();
    expect(lost).toEqual([{ which: "total", milliseconds: 1000 }]);
  });

  it("lasts as long as a slow model needs", () => {
    const request: ChatRequest = { ...ask, maxTokens: 400 };
    const given = { timeoutMs: 60_000, reasoningTokens: 0 } as RemoteSettings;
    expect(answerLimits(request, given).totalMs).toBe(700_000);
    const most = { timeoutMs: 600_000, reasoningTokens: 100_000 } as RemoteSettings;
    expect(answerLimits({ ...ask, maxTokens: 1e12 }, most).totalMs).toBe(2 ** 31 - 1);
  });
});
