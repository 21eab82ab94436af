import type { MessagePort, Worker } from "node:worker_threads";
import type { WorkerLike } from "../../shared/rpc/bridge.ts";

/** Also forwards a worker's exit, which Comlink would not notice. */
export function endpointOf(port: MessagePort | Worker): WorkerLike {
  const events = new EventTarget();
  const ended = () => events.dispatchEvent(new Event("error", { cancelable: true }));
  port.on("message", (data: unknown) => {
    events.dispatchEvent(new MessageEvent("message", { data }));
  });
  port.on("error", ended);
  port.on("exit", ended);
  return {
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    removeEventListener: (type, listener) => events.removeEventListener(type, listener),
    postMessage: (message, transfer) => Reflect.apply(port.postMessage, port, [message, transfer]),
    terminate: () => {
      if ("terminate" in port) void port.terminate();
    },
  };
}
