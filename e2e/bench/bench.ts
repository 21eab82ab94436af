/** `npm run bench -- NAME [options]`; `--help` lists the studies. Without a name: `page`. */
import { studies } from "./list.ts";
import { runStudy } from "./studies.ts";

await runStudy("bench", studies, "page");
