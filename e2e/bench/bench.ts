/**
 * `npm run bench -- NAME [options]` runs a study, `npm run bench -- --help` lists them. Options
 * without a name go to `page`.
 */
import { studies } from "./list.ts";
import { runStudy } from "./studies.ts";

await runStudy("bench", studies, "page");
