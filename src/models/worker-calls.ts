import type { ChatEnd, ChatRequest } from "../runtime/ports.ts";
import { Forwarder, type RemoteCallback, type Settled } from "../shared/rpc/bridge.ts";

export interface GeneratingWorker {
  generate(
    callId: number,
    request: ChatRequest,
    emit: RemoteCallback<string>,
  ): Promise<Settled<ChatEnd>>;
  abort(callId: number): void;
}

type Call = (
  request: ChatRequest,
  emit: (text: string) => void,
  signal: AbortSignal,
) => Promise<ChatEnd>;

export class WorkerCalls {
  readonly #call: Call;
  readonly #running = new Map<number, AbortController>();

  constructor(call: Call) {
    this.#call = call;
  }

  async run(callId: number, request: ChatRequest, emit: RemoteCallback<string>): Promise<ChatEnd> {
    const controller = new AbortController();
    const texts = new Forwarder(emit);
    this.#running.set(callId, controller);
    try {
      return await this.#call(request, (text) => texts.send(text), controller.signal);
    } finally {
      this.#running.delete(callId);
      await texts.flush();
    }
  }

  abort(callId: number): void {
    this.#running.get(callId)?.abort();
  }
}
