/** What the parts of the first screen point at together. */
import { createContext, useContext } from "react";
import type { Stage } from "../../../../log/types.ts";

export interface Pointed {
  /** The stage whose four flips are lit; null: none. */
  lit: Stage | null;
  light(stage: Stage | null): void;
}

export const PointedHolder = createContext<Pointed>({ lit: null, light: () => undefined });

export function usePointed(): Pointed {
  return useContext(PointedHolder);
}
