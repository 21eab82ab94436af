/** The models of an evaluation: those of `npm run ask`, and the ones that they are compared with. */
import { hasOwnModels } from "../../evaluation/combinations.ts";
import type { Configuration } from "../../evaluation/types.ts";
import type { Arguments } from "../arguments.ts";
import { type ModelWrappers, openSession, type Session } from "../session.ts";
import type { BaseFlags } from "./arguments.ts";

/** Whose model it is, so that a memory does not take two of one name for the same. */
export type SessionRole = "own" | "base";

export interface Sessions {
  own: Session;
  /** Null when no models are compared. */
  base: Session | null;
  of(configuration: Configuration): Session;
  close(): Promise<void>;
}

export async function openSessions(
  given: Arguments,
  flags: BaseFlags | null,
  signal: AbortSignal,
  dress: (whose: SessionRole) => ModelWrappers,
): Promise<Sessions> {
  const own = await openSession(given, signal, dress("own"));
  const base =
    flags === null ? null : await openSession(withBase(given, flags), signal, dress("base"));
  return {
    own,
    base,
    of: (configuration) => (base !== null && hasOwnModels(configuration) ? base : own),
    async close() {
      await own.close();
      await base?.close();
    },
  };
}

/** A base model that is named runs in this process, wherever the own one answers. */
function withBase(given: Arguments, { small, encoder }: BaseFlags): Arguments {
  return { ...given, small: small ?? given.small, encoder: encoder ?? given.encoder };
}
