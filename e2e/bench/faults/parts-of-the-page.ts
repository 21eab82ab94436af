/**
 * Preloads the modules the page imports lazily: reading files takes real time, and virtual time
 * does not wait for it.
 */
import "../../../src/evaluation/policy/judge.ts";
import "../../../src/evaluation/policy/policy.ts";
import "../../../src/models/catalogue-model.ts";
import "../../../src/session/run-ports.ts";
import "../../../src/log/file.ts";
import "../../../src/models/catalogue.ts";
import "../../../src/models/openai-compatible/presets.ts";
import "../../../src/models/openai-compatible/settings.ts";
import "../../../src/models/openai-compatible/remote.ts";
import "../../../src/models/budget/spending-cap.ts";
import "../../../src/models/budget/spent-in-log.ts";
import "../../../src/methods/homo-router/training/policy.ts";
import "../../../src/models/prices/price-table.ts";
import "../../../src/session/cap-policy.ts";
import "../../../src/features/runs/answer-worth.ts";
import "../../../src/features/runs/resume.ts";
import "../../../src/session/retry-point.ts";
import "../../../src/features/runs/run-recorder.ts";
