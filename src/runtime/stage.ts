/** A stage shared by methods, as one light object; its code is in `stages/`. */
import type { Uses } from "./uses.ts";

export interface StageInfo {
  id: string;
  uses: Uses;
}
