/** The worker runs in one thread; it can die and hang. */
import * as Comlink from "comlink";
import type { WorkerLike } from "../shared/rpc/bridge.ts";

export class PlayedWorker implements WorkerLike {
  readonly #page: MessagePort;
  readonly #inside: MessagePort;
  readonly #onError: ((event: Event) => void)[] = [];
  terminated = false;

  constructor(api: object) {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    this.#inside = port2;
    this.#page.start();
    Comlink.expose(api, this.#inside);
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#page.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    const call = (event: Event) =>
      typeof listener === "function" ? listener(event) : listener.handleEvent(event);
    if (type === "error") this.#onError.push(call);
    else this.#page.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#page.removeEventListener(type, listener);
  }

  die(): void {
    for (const call of this.#onError) call(new Event("error", { cancelable: true }));
  }

  terminate(): void {
    this.terminated = true;
    this.#page.close();
    this.#inside.close();
  }
}
