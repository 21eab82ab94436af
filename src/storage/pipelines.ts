/** The file of runs that was opened last, and what a person said of a table's columns. */
import * as z from "zod/mini";
import type { Mapping } from "../evaluation/pipelines/read/mapping.ts";
import type { Database } from "./database.ts";

const keptFile = z.object({ name: z.string(), file: z.instanceof(Blob) });
export type KeptFile = z.infer<typeof keptFile>;

const column = z.nullable(z.string());
const keptMapping: z.ZodMiniType<Mapping> = z.object({
  question: z.string(),
  stages: z.array(z.object({ name: z.string(), column: z.string() })),
  score: column,
  answer: column,
  gold: column,
  usd: column,
  tokens: column,
  seconds: column,
  repeat: column,
});

export interface PipelineStorage {
  last(): Promise<KeptFile | null>;
  /** In place of the one before. Throws where there is no room. */
  keep(file: KeptFile): Promise<void>;
  forget(): Promise<void>;
  /** For a table with the same columns, in any order. */
  mapping(columns: readonly string[]): Promise<Mapping | null>;
  keepMapping(columns: readonly string[], mapping: Mapping): Promise<void>;
}

const onlyKey = "last";
const keyOf = (columns: readonly string[]) => JSON.stringify([...columns].sort());

export function databasePipelines(database: () => Promise<Database>): PipelineStorage {
  return {
    async last() {
      return keptFile.safeParse(await (await database()).get("labFile", onlyKey)).data ?? null;
    },
    async keep(file) {
      await (await database()).put("labFile", file, onlyKey);
    },
    async forget() {
      await (await database()).delete("labFile", onlyKey);
    },
    async mapping(columns) {
      const found: unknown = await (await database()).get("labColumns", keyOf(columns));
      return keptMapping.safeParse(found).data ?? null;
    },
    async keepMapping(columns, mapping) {
      await (await database()).put("labColumns", mapping, keyOf(columns));
    },
  };
}
