/** Decides who may ask, before a body is read. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "./failure.ts";

export interface Guard {
  /** Names in the Host header, without a port. */
  hosts: ReadonlySet<string>;
  /** Pages that may ask; none unless given. */
  origins: ReadonlySet<string>;
  token: string | null;
}

/** A page whose name was pointed at this machine (DNS rebinding) sends its own name. Throws Refusal. */
export function checkCaller({ headers }: IncomingMessage, { hosts, origins }: Guard): void {
  const name = hostName(headers.host);
  if (name === null || !hosts.has(name)) {
    throw refused(403, "host_not_allowed", "This name is not one of the server's.");
  }
  if (headers.origin !== undefined && !origins.has(headers.origin)) {
    throw refused(403, "origin_not_allowed", "This page may not ask.");
  }
}

/** Throws Refusal. Digests have one length, and are compared in constant time. */
export function checkToken({ headers }: IncomingMessage, { token }: Guard): void {
  if (token === null) return;
  const given = /^Bearer (?<secret>.+)$/iu.exec(headers.authorization ?? "")?.groups?.["secret"];
  if (timingSafeEqual(digest(given ?? ""), digest(token))) return;
  throw new Refusal({
    status: 401,
    code: "invalid_api_key",
    message: "The token is missing or wrong.",
    headers: { "www-authenticate": "Bearer" },
  });
}

function hostName(host: string | undefined): string | null {
  const address = `http://${host ?? ""}`;
  return host && URL.canParse(address) ? new URL(address).hostname : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refused(status: number, code: string, message: string): Refusal {
  return new Refusal({ status, code, message });
}
