/** Starting onnxruntime in a browser before the first model's files are there. */
import { InferenceSession } from "onnxruntime-web/webgpu";

/**
 * A whole ONNX file: `Identity` from `x` to `y`, one float each. What starts the runtime is a
 * session, and this one needs nothing else.
 */
const identity = Uint8Array.from(
  atob("CAo6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBU="),
  (char) => char.charCodeAt(0),
);

/**
 * Fetches, compiles and starts the runtime, as `configureRuntime` set it up: up to a second, which
 * would otherwise begin only after a model's last byte. A failure is the model's own load's to tell.
 */
export async function startRuntime(): Promise<void> {
  await InferenceSession.create(identity, { executionProviders: ["wasm"] })
    .then((session) => session.release())
    .catch(() => undefined);
}
