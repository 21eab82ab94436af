/** Finds the catalogue's default model, another by id, or one in a folder. */
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { join } from "node:path/posix";
import * as z from "zod/mini";
import { AppError } from "../log/errors.ts";
import { catalogue, embeddedModel } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";

export interface ModelPlace {
  model: CatalogueModel;
  modelsFolder: string;
}

/** Read from a built model's `config.json`; the base model lacks the skills. */
const builtConfig = z.object({ hopwise_skills: z._default(z.boolean(), true) });

/**
 * `wanted` is a catalogue id, or a folder (with a slash) of a model just built, whose files are not
 * verified.
 */
export async function findModel(
  modelsFolder: string,
  role: "small-lm" | "encoder",
  wanted: string | undefined,
): Promise<ModelPlace> {
  const text = await readFile(join(modelsFolder, "catalogue.json"), "utf8");
  const list = catalogue.parse(JSON.parse(text));
  if (wanted?.includes("/")) return folderModel(wanted, embeddedModel(list, role));
  const model =
    wanted === undefined
      ? embeddedModel(list, role)
      : list.models.find(({ id, path }) => id === wanted && path !== null);
  if (model === undefined) throw new AppError("model-unknown", { role, model: wanted ?? null });
  return { model, modelsFolder };
}

async function folderModel(folder: string, like: CatalogueModel | undefined): Promise<ModelPlace> {
  const path = resolve(folder);
  const text = await readFile(join(path, "config.json"), "utf8").catch(() => null);
  if (text === null || like === undefined) throw new AppError("model-unknown", { model: folder });
  const { hopwise_skills: skills } = builtConfig.parse(JSON.parse(text));
  const name = basename(path);
  const model = { ...like, id: name, title: name, path: name, files: [], skills };
  return { model, modelsFolder: dirname(path) };
}
