/**
 * What the page fetches only when it is first wanted, read beforehand: reading a file is the one
 * thing here that takes real time, and virtual time does not wait for it.
 */
import "../../../src/core/error-book/collect.ts";
import "../../../src/core/log.ts";
import "../../../src/engines/catalogue.ts";
import "../../../src/engines/remote-client.ts";
import "../../../src/engines/remote-presets.ts";
import "../../../src/engines/remote-settings.ts";
import "../../../src/engines/remote.ts";
import "../../../src/engines/spending-cap.ts";
import "../../../src/router/policy.ts";
import "../../../src/state/at-cap.ts";
import "../../../src/state/go-on.ts";
import "../../../src/state/retry-point.ts";
import "../../../src/state/run-recorder.ts";
