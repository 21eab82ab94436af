/** The paper's printed tables; fetched with the lab. */
import { readPrintedTables } from "../../runtime/printed-tables.ts";
import paper from "./paper.json";

export const tables = readPrintedTables(paper);
