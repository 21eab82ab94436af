/** The models of an evaluation: those of `npm run ask`, and the ones that they are compared with. */
import { hasOwnModels } from "../../evaluation/combinations.ts";
import type { Configuration } from "../../evaluation/types.ts";
import type { SmallModel } from "../../evaluation/variants.ts";
import type { Arguments } from "../arguments.ts";
import { type ModelWrappers, openSession, type Session } from "../session.ts";
import type { BaseFlags } from "./arguments.ts";

/** Whose model it is, so that a memory does not take two of one name for the same: "own", "base", or what `--small-models` names. */
export type SessionRole = string;

export interface Sessions {
  own: Session;
  /** Null when no models are compared. */
  base: Session | null;
  /** Small models that are asked beside the own one, as configurations name them. */
  others: readonly (SmallModel & { id: string })[];
  of(configuration: Configuration): Session;
  /** Loads anew what died. */
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

/** A base model that is named runs in this process, wherever the own one answers. */
function withBase<T extends Arguments>(given: T, { small, encoder }: BaseFlags): T {
  return { ...given, small: small ?? given.small, encoder: encoder ?? given.encoder };
}
