/** Built from Maven artifacts; needs Maven and JDK 17. */
import { execFile } from "node:child_process";
import { mkdir, rename, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { copyArtifacts, type NodeOptions, type SearchNode, startNode } from "../java-node.ts";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
const jars = join(root, "node_modules/.cache/opensearch");
/** Kept apart, so that a node can run without the plugin. */
const pluginJars = join(jars, "knn");
const plugin = "opensearch-knn-2.19.1.0.zip";

export interface OpenSearchOptions extends NodeOptions {
  withVectors?: boolean;
}

export async function startOpenSearch(options: OpenSearchOptions): Promise<SearchNode> {
  await fetchJars();
  const { withVectors = false } = options;
  const path = [join(jars, "*"), ...(withVectors ? [join(pluginJars, "*")] : [])];
  const plugins = withVectors ? ["-Dplugins=org.opensearch.knn.plugin.KNNPlugin"] : [];
  return startNode([...plugins, "-cp", path.join(":"), join(here, "Launch.java")], options);
}

/** Runs once; jars are kept. */
async function fetchJars(): Promise<void> {
  if ((await stat(pluginJars).catch(() => null)) !== null) return;
  await copyArtifacts(join(here, "pom.xml"), jars);
  const unpacked = join(jars, "unpacked");
  await mkdir(unpacked, { recursive: true });
  await promisify(execFile)("jar", ["xf", join(jars, plugin)], { cwd: unpacked });
  await rename(unpacked, pluginJars);
}
