/** Packs the package, installs it in an empty folder, and uses it as a stranger would. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems } from "@arethetypeswrong/core/problems";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { publint } from "publint";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { openRunFile } from "../log/file.ts";
import { root } from "../node/place.ts";
import { answeringServer } from "../testing/answering-server.ts";
import { withoutTimes } from "../testing/without-times.ts";

const run = promisify(execFile);
const built = join(root, "dist-npm");
const packed = z.tuple([z.object({ filename: z.string(), unpackedSize: z.number() })]);
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

let folder = "";
let tarball = "";
let bytes = 0;
beforeAll(async () => {
  await run("npx", ["tsx", "src/package/build.ts"], { cwd: root });
  folder = await mkdtemp(join(tmpdir(), "hopwise-package-"));
  const args = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: join(built, "hopwise") });
  const [{ filename, unpackedSize }] = packed.parse(JSON.parse(stdout));
  [tarball, bytes] = [join(folder, filename), unpackedSize];
  const modules = join(folder, "node_modules");
  const target = join(modules, "hopwise");
  await mkdir(target, { recursive: true });
  await run("tar", ["xzf", tarball, "-C", target, "--strip-components=1"]);
  const { dependencies } = manifest.parse(
    JSON.parse(await readFile(join(target, "package.json"), "utf8")),
  );
  // Without a network, what the repository has installed is linked.
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name));
  }
  await symlink(join(built, "hopwise-models"), join(modules, "hopwise-models"));
});
afterAll(() => rm(folder, { recursive: true }));

it("is no larger than a mebibyte, and clean for publint and arethetypeswrong", async () => {
  expect(bytes).toBeLessThan(2 ** 20);
  for (const name of ["hopwise", "hopwise-models"]) {
    const { messages } = await publint({ pkgDir: join(built, name), strict: true, pack: false });
    expect(messages).toEqual([]);
  }
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (analysis.types === false) throw new Error("it has no types");
  // It has ES modules alone, which other ways of resolving cannot require.
  for (const resolutionKind of ["node16-esm", "bundler"] as const) {
    expect(filterProblems(analysis, { resolutionKind })).toEqual([]);
  }
});

const script = `
import { open, openAICompatible, writeRunFile } from "hopwise";
import { defineMethod } from "hopwise/method";
const { SERVER: url = "", QUESTION: question = "" } = process.env;
const large = openAICompatible({ url, model: "big", key: "sk-secret-of-a-test", price: { input: 1, output: 2 } });
const hopwise = await open({ large, stages: { conclude: "large" }, budget: { usd: 0.01 } });
const asked = hopwise.ask(question);
for await (const event of asked) if (event.type === "verdict") console.error(event.verdict);
const { answer, state, sure, cost, log } = await asked;
console.log(writeRunFile(log));
await hopwise.close();
export const seen: [string | null, string | null, number | null, number | null, Function] = [answer, state, sure, cost.usd, defineMethod];
`;

it("answers in a script, whose types hold, and by its command with the same log", async () => {
  const server = await answeringServer("Baltic Sea");
  const question = "Which sea borders the country whose capital is Tallinn?";
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "ask.ts"), script);
  await symlink(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
  const strict = ["--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
  await run(join(root, "node_modules/.bin/tsc"), [...strict, "ask.ts"], { cwd: folder });
  const url = `${server.origin}/v1`;
  const env = { ...process.env, SERVER: url, QUESTION: question, LARGE: "sk-secret-of-a-test" };
  const own = await run(process.execPath, ["ask.js"], { cwd: folder, env });
  expect(own.stderr).toContain("completed");
  const log = openRunFile(own.stdout);
  expect(log.at(-1)).toMatchObject({ outcome: "answered" });
  expect(own.stdout).not.toContain("sk-secret");
  const there = ["--large-url", url, "--large-model", "big", "--large-key-variable", "LARGE"];
  const stages = ["--preset", "searchain-small", "--summarise", "large"];
  const rest = ["--large-price", "1,2", "--cap", "0.01", "--json", "--quiet"];
  const command = [join(folder, "node_modules/hopwise/command.js"), "ask", question];
  const args = [...command, ...there, ...stages, ...rest];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  await server.close();
  expect(withoutTimes(openRunFile(stdout))).toEqual(withoutTimes(log));
});

const examples = join(root, "src/package/examples");

it.each([
  ["script", /^Baltic Sea \[\d\].* \(\d+ % sure\)\n\[1\] /u],
  ["own-retriever", /^Ada Lund\n$/u],
])("runs the example: %s", async (name, printed) => {
  // In a folder within, so that it finds the package.
  await cp(join(examples, name), join(folder, name), { recursive: true });
  const { stdout } = await run(process.execPath, ["ask.js"], { cwd: join(folder, name) });
  expect(stdout).toMatch(printed);
});

it("runs the example: vite-app", async () => {
  const cwd = join(folder, "vite-app");
  await cp(join(examples, "vite-app"), cwd, { recursive: true });
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "--port", "0", "--host", "127.0.0.1"], { cwd });
  let said = "";
  child.stdout.on("data", (data) => {
    said += stripVTControlCharacters(String(data));
  });
  const address = /http:\/\/127\.0\.0\.1:\d+/u;
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(address);
  const url = address.exec(said)?.[0] ?? "";
  const question = "Which sea borders the country whose capital is Tallinn?";
  const answered = await fetch(`${url}/ask?${new URLSearchParams({ q: question })}`);
  expect(await answered.json()).toMatchObject({ short: "Baltic Sea", state: "found", error: null });
  expect(await (await fetch(`${url}/main.js`)).text()).toContain("/ask?");
  child.kill();
  await once(child, "exit");
});

it("answers OpenAI's clients, and stops on SIGTERM", async () => {
  const command = join(folder, "node_modules/hopwise/command.js");
  const server = spawn(process.execPath, [command, "serve", "--port", "0"], { cwd: folder });
  const [printed] = z.tuple([z.instanceof(Buffer)]).parse(await once(server.stdout, "data"));
  const url = String(printed).trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/u);
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      model: "hopwise/small",
      messages: [
        { role: "user", content: "Which sea borders the country whose capital is Tallinn?" },
      ],
    }),
  });
  expect(await response.json()).toMatchObject({ hopwise: { state: "found", short: "Baltic Sea" } });
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
  const shown = run(process.execPath, [command, "serve", "--host", "0.0.0.0"], { cwd: folder });
  await expect(shown).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("HOPWISE_TOKEN"),
  });
});

it("is a tool of an agent, by standard input and output", async () => {
  const command = join(folder, "node_modules/hopwise/command.js");
  const client = new Client({ name: "test", version: "1" });
  const args = [command, "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
  const { structuredContent } = await client.callTool({
    name: "answer_with_sources",
    arguments: { question: "Which sea borders the country whose capital is Tallinn?" },
  });
  expect(structuredContent).toMatchObject({ state: "found", short: "Baltic Sea" });
  await client.close();
});

it("says what its commands are", async () => {
  const command = join(folder, "node_modules/hopwise/command.js");
  const help = await run(process.execPath, [command, "eval", "--help"], { cwd: folder });
  expect(help.stdout).toContain("hopwise eval --data FILE");
  const wrong = run(process.execPath, [command, "sing"], { cwd: folder });
  await expect(wrong).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("answers one question"),
  });
});
