/** Built from Maven artifacts; needs Maven and JDK 17. */
import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { copyArtifacts, type NodeOptions, type SearchNode, startNode } from "../java-node.ts";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
const home = join(root, "node_modules/.cache/elasticsearch");
const jars = join(home, "lib");
const version = "8.15.0";

export async function startElasticsearch(options: NodeOptions): Promise<SearchNode> {
  await fetchJars();
  await mkdir(options.folder, { recursive: true });
  await symlink(join(home, "modules"), join(options.folder, "modules")).catch(() => undefined);
  // The server inspects itself as a Java module.
  const modules = ["org.elasticsearch.server", "org.elasticsearch.preallocate", "jdk.net"].join(
    ",",
  );
  const launch = ["--module-path", jars, "--add-modules", modules, join(here, "Launch.java")];
  return startNode(launch, options);
}

/** Runs once; jars are kept. A module is a folder with jars and a descriptor. */
async function fetchJars(): Promise<void> {
  if ((await stat(jars).catch(() => null)) !== null) return;
  const made = join(home, "making");
  await rm(home, { recursive: true, force: true });
  await copyArtifacts(join(here, "pom.xml"), made);
  const transport = await describedModule(
    "transport-netty4",
    "org.elasticsearch.transport.netty4.Netty4Plugin",
  );
  for (const name of await readdir(made)) {
    if (/^(?:netty-|transport-netty4)/u.test(name)) {
      await rename(join(made, name), join(transport, name));
    }
  }
  const missing = await describedModule("missing-modules", "MissingModules");
  const classes = join(home, "classes");
  const source = join(here, "MissingModules.java");
  await promisify(execFile)("javac", ["-cp", join(made, "*"), "-d", classes, source]);
  await promisify(execFile)("jar", ["cf", join(missing, "missing.jar"), "-C", classes, "."]);
  await rename(made, jars);
}

async function describedModule(name: string, className: string): Promise<string> {
  const folder = join(home, "modules", name);
  await mkdir(folder, { recursive: true });
  const lines = [
    `name=${name}`,
    `description=${name}`,
    `version=${version}`,
    `elasticsearch.version=${version}`,
    "java.version=17",
    `classname=${className}`,
  ];
  await writeFile(join(folder, "plugin-descriptor.properties"), `${lines.join("\n")}\n`);
  return folder;
}
