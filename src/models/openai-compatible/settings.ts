/** Validated before anything is sent. */
import * as z from "zod/mini";
import { isLoopback } from "../bound-key.ts";

export type SettingsProblem = { field: string; problem: "missing" | "not-a-url" | "invalid" };

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const remoteSettings = z.object({
  preset: z._default(z.string(), "custom"),
  /** Includes the version: `https://api.openai.com/v1`. */
  baseUrl: z.string().check(z.refine((value) => normaliseBaseUrl(value) !== null)),
  /** Never logged, exported or put in an error. */
  apiKey: z._default(z.string().check(z.regex(/^[\x21-\x7e]*$/)), ""),
  model: z.string().check(z.trim(), z.minLength(1)),
  organisation: z._default(z.string(), ""),
  project: z._default(z.string(), ""),
  /** Header values are secret like the key. */
  headers: z._default(z.record(z.string().check(z.regex(headerName)), z.string()), {}),
  /** The longest silence, in milliseconds; the default is longer on this machine. */
  timeoutMs: z._default(z.int().check(z.gte(1000), z.lte(600_000)), 60_000),
  /** Applies to refused requests (429, 5xx). */
  maxRetries: z._default(z.int().check(z.gte(0), z.lte(10)), 2),
  /** Added to `maxTokens` for hidden reasoning. */
  reasoningTokens: z._default(z.int().check(z.gte(0), z.lte(100_000)), 0),
  reasoningEffort: z._default(
    z.nullable(z.enum(["none", "minimal", "low", "medium", "high"])),
    null,
  ),
  /** Null: the preset's. */
  maxTokensField: z._default(z.nullable(z.enum(["max_tokens", "max_completion_tokens"])), null),
  constraints: z._default(z.nullable(z.enum(["none", "json-schema", "gbnf"])), null),
  prefix: z._default(z.nullable(z.enum(["instruction", "continue"])), null),
});
export type RemoteSettings = z.output<typeof remoteSettings>;
export type RemoteSettingsInput = z.input<typeof remoteSettings>;

export type ParsedSettings =
  | { ok: true; settings: RemoteSettings }
  | { ok: false; problems: SettingsProblem[] };

/** A local CPU reads 3,000 tokens at 20 to 100 a second and sends nothing until then. */
const ownMachineTimeoutMs = 300_000;

export function parseRemoteSettings(value: unknown): ParsedSettings {
  const given = fields.safeParse(value);
  const address = given.success ? given.data["baseUrl"] : undefined;
  const patient = typeof address === "string" && isLoopback(address);
  const parsed = remoteSettings.safeParse(
    patient ? { timeoutMs: ownMachineTimeoutMs, ...given.data } : value,
  );
  if (!parsed.success) return { ok: false, problems: problemsOf(value, parsed.error.issues) };
  const baseUrl = normaliseBaseUrl(parsed.data.baseUrl) ?? parsed.data.baseUrl;
  return { ok: true, settings: { ...parsed.data, baseUrl } };
}

const fields = z.record(z.string(), z.unknown());

function problemsOf(
  value: unknown,
  issues: readonly { path: readonly PropertyKey[] }[],
): SettingsProblem[] {
  const given = fields.safeParse(value);
  return issues.map(({ path }) => {
    const field = String(path[0] ?? "");
    const entered = given.success ? given.data[field] : undefined;
    const empty =
      entered === undefined || (typeof entered === "string" && entered.trim().length === 0);
    if (empty) return { field, problem: "missing" };
    return { field, problem: field === "baseUrl" ? "not-a-url" : "invalid" };
  });
}

/**
 * Strips a trailing slash and a pasted `/chat/completions`. Null if not http(s), or with user,
 * query or fragment: secrets there would show in errors.
 */
export function normaliseBaseUrl(text: string): string | null {
  const url = urlOf(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return null;
  }
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, "")
    .replace(/(\/chat\/completions|\/models)$/, "");
  return url.origin + path;
}

function urlOf(text: string): URL | null {
  return URL.canParse(text.trim()) ? new URL(text.trim()) : null;
}

/** Safe to show, log and export. */
export function withoutSecrets(settings: RemoteSettings): RemoteSettings {
  const names = Object.keys(settings.headers);
  return {
    ...settings,
    apiKey: "",
    headers: Object.fromEntries(names.map((name) => [name, ""])),
  };
}

/** Servers also echo these well-known formats half hidden. */
const keyLike = /\b(?:sk|gsk|xai|pplx|tgp|csk|fw|key|AIza)[-_A-Za-z0-9*.]{12,}|Bearer\s+\S+/g;

export function redact(text: string, settings: RemoteSettings): string {
  let clean = text;
  for (const secret of [settings.apiKey, ...Object.values(settings.headers)]) {
    // A header such as "true" is no secret; hiding it would garble the message.
    if (secret.length >= 8) clean = clean.replaceAll(secret, "[hidden]");
  }
  return clean.replace(keyLike, "[hidden]");
}
