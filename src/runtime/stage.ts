/** A stage that methods share, as one light object; its code is beside it (`stages/`). */
import type { Uses } from "./uses.ts";

export interface StageInfo {
  id: string;
  uses: Uses;
}
