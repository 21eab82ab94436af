/** Starts onnxruntime in a browser before the first model's files arrive. */
import { InferenceSession } from "onnxruntime-web/webgpu";

/**
 * A complete ONNX file: `Identity` from `x` to `y`, one float each. A session starts the runtime,
 * and this is the smallest.
 */
const identity = Uint8Array.from(
  atob("CAo6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBU="),
  (char) => char.charCodeAt(0),
);

/**
 * Fetches, compiles and starts the runtime after `configureRuntime`. This takes up to a second,
 * which would otherwise begin after a model's last byte. Failures are left to the model's own load.
 */
export async function startRuntime(): Promise<void> {
  await InferenceSession.create(identity, { executionProviders: ["wasm"] })
    .then((session) => session.release())
    .catch(() => undefined);
}
