/**
 * What the page fetches only when it is first wanted, read beforehand: reading a file is the one
 * thing here that takes real time, and virtual time does not wait for it.
 */
import "../../core/error-book/collect.ts";
import "../../core/log.ts";
import "../../engines/catalogue.ts";
import "../../engines/remote-client.ts";
import "../../engines/remote-presets.ts";
import "../../engines/remote-settings.ts";
import "../../engines/remote.ts";
import "../../engines/spending-cap.ts";
import "../../router/policy.ts";
import "../../state/at-cap.ts";
import "../../state/go-on.ts";
import "../../state/retry-point.ts";
import "../../state/run-recorder.ts";
