/** The shared highlight of the first screen's parts. */
import { createContext, useContext } from "react";
import type { Stage } from "../../../../log/types.ts";

export interface Pointed {
  lit: Stage | null;
  light(stage: Stage | null): void;
}

export const PointedHolder = createContext<Pointed>({ lit: null, light: () => undefined });

export function usePointed(): Pointed {
  return useContext(PointedHolder);
}
