/** The page's one choice about single keys. */

import { browserStorage } from "../../session/browser-storage.ts";
import { createSingleKeys } from "../actions/single-keys.ts";

export const singleKeys = createSingleKeys(browserStorage());
