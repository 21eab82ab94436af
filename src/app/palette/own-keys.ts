/** The page's single setting for single-key shortcuts. */

import { browserStorage } from "../../session/browser-storage.ts";
import { createSingleKeys } from "../actions/single-keys.ts";

export const singleKeys = createSingleKeys(browserStorage());
