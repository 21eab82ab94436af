import { hasOwnModels } from "../../evaluation/combinations.ts";
import type { Configuration } from "../../evaluation/types.ts";
import type { SmallModel } from "../../evaluation/variants.ts";
import type { Arguments } from "../arguments.ts";
import { type ModelWrappers, openSession, type Session } from "../session.ts";
import type { BaseFlags } from "./arguments.ts";

/** Separates equal model names in the cache: "own", "base", or a name from `--small-models`. */
export type SessionRole = string;

export interface Sessions {
  own: Session;
  base: Session | null;
  others: readonly (SmallModel & { id: string })[];
  of(configuration: Configuration): Session;
  reload(): Promise<void>;
  close(): Promise<void>;
}

export async function openSessions(
  given: Arguments & { copies?: number },
  { base: flags, smallModels }: { base: BaseFlags | null; smallModels: readonly string[] },
  signal: AbortSignal,
  dress: (whose: SessionRole) => ModelWrappers,
): Promise<Sessions> {
  const own = await openSession(given, signal, dress("own"));
  const base =
    flags === null ? null : await openSession(withBase(given, flags), signal, dress("base"));
  const others = new Map<string, Session>();
  for (const small of smallModels) {
    const session = await openSession({ ...given, small }, signal, dress(small));
    others.set(session.small, session);
  }
  return {
    own,
    base,
    others: [...others.keys()].map((id) => ({ id, title: id })),
    of(configuration) {
      const other = configuration.small === null ? undefined : others.get(configuration.small);
      return other ?? (base !== null && hasOwnModels(configuration) ? base : own);
    },
    async reload() {
      await own.reload();
      await base?.reload();
      for (const session of others.values()) await session.reload();
    },
    async close() {
      await own.close();
      await base?.close();
      for (const session of others.values()) await session.close();
    },
  };
}

function withBase<T extends Arguments>(given: T, { small, encoder }: BaseFlags): T {
  return { ...given, small: small ?? given.small, encoder: encoder ?? given.encoder };
}
