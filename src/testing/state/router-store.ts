/** The embedder is FAKE; training and curve are real. */
import * as Comlink from "comlink";
import { afterEach, vi } from "vitest";
import { type RouterWork, routerWorkFor } from "../../features/router/work.ts";
import { createRouter, type Router } from "../../methods/homo-router/training/client.ts";
import { createRouterWorker } from "../../methods/homo-router/training/router-worker.ts";
import {
  createRouterStore,
  type RouterParts,
  type RouterStore,
} from "../../session/router-store.ts";
import type { Services } from "../../session/services.ts";
import { fakeServices } from "../fake-services.ts";
import { rowEncoder } from "../router/rows.ts";

const open: Router[] = [];
afterEach(() => {
  for (const router of open.splice(0)) router.close();
});

export function realRouter(): Router {
  const router = createRouter(() => {
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(createRouterWorker(), port1);
    return Object.assign(port2, { terminate: () => port1.close() });
  });
  open.push(router);
  return router;
}

export function routerStore(parts: RouterParts): RouterStore & RouterWork {
  const store = createRouterStore(parts);
  return Object.assign(store, routerWorkFor(store));
}

export function storeWith(changes: Partial<Services> = {}) {
  const embed = vi.fn(async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from([text.length, 1])),
  );
  const router = realRouter();
  const services = fakeServices({ router: () => Promise.resolve(router), ...changes });
  const store = routerStore({
    services,
    embedder: () => Promise.resolve({ embed }),
    encoderId: () => Promise.resolve(rowEncoder),
  });
  return { store, embed, services };
}
