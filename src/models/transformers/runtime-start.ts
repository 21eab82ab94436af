import { InferenceSession } from "onnxruntime-web/webgpu";

/** ONNX `Identity` of one float, the smallest file whose session starts the runtime. */
const identity = Uint8Array.from(
  atob("CAo6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBU="),
  (char) => char.charCodeAt(0),
);

/**
 * Call after `configureRuntime`. Saves up to a second after a model's last byte. Failures are left
 * to the model's own load.
 */
export async function startRuntime(): Promise<void> {
  await InferenceSession.create(identity, { executionProviders: ["wasm"] })
    .then((session) => session.release())
    .catch(() => undefined);
}
