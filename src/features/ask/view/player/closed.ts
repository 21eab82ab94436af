/** Whether the recorded run was closed, or the tour taken, on this device. */
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
