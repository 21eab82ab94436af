import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import sirv from "sirv";
import { defineConfig, type Plugin } from "vite";
import { catalogue } from "./src/engines/catalogue.ts";

/** `crossOriginIsolated` gives onnxruntime its WebAssembly threads. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * Serves `models/` raw. Vite's preview server would gzip the weights on the fly,
 * which broke large loads now and then; here they keep Content-Length and Range.
 */
function embeddedModels(): Plugin {
  const serve = sirv("models", { dev: true, etag: true });
  let outDir = "dist";
  return {
    name: "embedded-models",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    configureServer(server) {
      server.middlewares.use("/models", serve);
    },
    configurePreviewServer(server) {
      server.middlewares.use("/models", (request, response, next) => {
        for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
        serve(request, response, next);
      });
    },
    async closeBundle() {
      await copyCatalogued(join(outDir, "models"));
    },
  };
}

/** Only what the page offers goes into the build: no test models, no training code, no caches. */
async function copyCatalogued(target: string): Promise<void> {
  const list = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
  await mkdir(target, { recursive: true });
  await cp("models/catalogue.json", join(target, "catalogue.json"));
  for (const model of list.models) {
    if (model.path === null || model.role === "test") continue;
    for (const file of model.files) {
      const destination = join(target, model.path, file.path);
      await mkdir(dirname(destination), { recursive: true });
      await cp(join("models", model.path, file.path), destination);
    }
  }
}

export default defineConfig({
  plugins: [react(), embeddedModels()],
  worker: { format: "es" },
  build: { target: "es2024", chunkSizeWarningLimit: 7000 },
  optimizeDeps: { exclude: ["@huggingface/transformers", "@mlc-ai/web-llm"] },
  server: { headers: isolation },
  preview: { headers: isolation },
});
