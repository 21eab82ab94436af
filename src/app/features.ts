/** Puts the features on the page, a line each. */
import { errorBook } from "../features/error-book/index.ts";
import { lab } from "../features/lab/index.ts";
import { library } from "../features/library/index.ts";
import { router } from "../features/router/index.ts";
import { runs } from "../features/runs/index.ts";
import { settings } from "../features/settings/index.ts";
import { share } from "../features/share/index.ts";
import { features } from "./runtime/features.ts";

features.add(settings);
features.add(share);
features.add(lab);
features.add(runs);
features.add(library);
features.add(router);
features.add(errorBook);
