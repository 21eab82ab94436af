/** The page's one choice about single keys. */
import { createSingleKeys } from "../../actions/single-keys.ts";
import { browserStorage } from "../../state/browser-storage.ts";

export const singleKeys = createSingleKeys(browserStorage());
