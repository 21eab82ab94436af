/** A thread does not inherit what runs TypeScript. */
import { register } from "tsx/esm/api";

register();
await import("./model-thread.ts");
