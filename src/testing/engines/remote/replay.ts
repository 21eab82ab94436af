import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Fetch } from "../../../models/openai-compatible/transport.ts";

export interface Play {
  /** A fixture, whose name holds status and type. */
  file?: string;
  status?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
  /** 0 sends all at once. */
  pieceBytes?: number;
  /** `fetch` rejects with it. */
  throws?: unknown;
  after?: "break" | "hang";
}

export interface Asked {
  url: string;
  headers: Headers;
  body: Record<string, unknown>;
  bytes: number;
}

const object = z.record(z.string(), z.unknown());

export function fixture(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

/** Further requests repeat the last play. */
export function replay(plays: readonly Play[]): { fetch: Fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetch: Fetch = (url, init) => {
    const play = plays[Math.min(asked.length, plays.length - 1)] ?? {};
    const text = typeof init?.body === "string" ? init.body : "{}";
    asked.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: object.parse(JSON.parse(text)),
      bytes: new TextEncoder().encode(text).byteLength,
    });
    if (play.throws !== undefined) return Promise.reject(play.throws);
    return Promise.resolve(answer(play, init?.signal ?? null));
  };
  return { fetch, asked };
}

const named = /\.(\d{3})\.(sse\.txt|json|html|txt)$/;
const types: Record<string, string> = {
  "sse.txt": "text/event-stream",
  json: "application/json",
  html: "text/html; charset=utf-8",
  txt: "text/plain",
};

function answer(play: Play, signal: AbortSignal | null): Response {
  const [, status, form] = named.exec(play.file ?? "") ?? [];
  const body = play.file === undefined ? (play.body ?? "") : fixture(play.file);
  const headers = {
    "content-type": play.type ?? types[form ?? ""] ?? "text/plain",
    ...play.headers,
  };
  return new Response(stream(body, play, signal), {
    status: play.status ?? Number(status ?? 200),
    headers,
  });
}

function stream(body: string, play: Play, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = play.pieceBytes || Math.max(1, bytes.byteLength);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at < bytes.byteLength) {
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
        return;
      }
      if (play.after === "break") return controller.error(new TypeError("terminated"));
      if (play.after === "hang")
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      if (signal?.aborted) return controller.error(signal.reason);
      controller.close();
    },
  });
}
