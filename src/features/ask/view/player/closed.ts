/** Whether the recorded run was closed on this device, or the look around was had. */
import { browserStorage } from "../../../../session/browser-storage.ts";

const recordingKey = "hopwise.recording";
const tourKey = "hopwise.tour";

export function isRecordingClosed(): boolean {
  return browserStorage().get(recordingKey) !== null;
}

export function closeRecording(): void {
  browserStorage().set(recordingKey, "closed");
}

export function isTourSeen(): boolean {
  return browserStorage().get(tourKey) !== null;
}

export function rememberTour(): void {
  browserStorage().set(tourKey, "seen");
}
