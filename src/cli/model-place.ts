/** Which model a command uses: the catalogue's, another of it by its id, or a folder on the disk. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { join } from "node:path/posix";
import { AppError } from "../core/errors.ts";
import { type CatalogueModel, catalogue, embeddedModel } from "../engines/catalogue.ts";

export interface ModelPlace {
  model: CatalogueModel;
  /** The folder that the model's `path` is relative to. */
  modelsFolder: string;
}

/**
 * `wanted` is an id of the catalogue, or the path of a folder (with a slash in it): a model
 * that was just built. Such a one is taken for what its role's model in the catalogue is,
 * skills included, and its files are not compared with anything.
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
  const isFolder = await stat(join(path, "config.json")).catch(() => null);
  if (isFolder === null || like === undefined)
    throw new AppError("model-unknown", { model: folder });
  const name = basename(path);
  const model = { ...like, id: name, title: name, path: name, files: [], skills: true };
  return { model, modelsFolder: dirname(path) };
}
