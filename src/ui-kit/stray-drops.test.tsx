import { afterEach, describe, expect, it } from "vitest";
import { refuseStrayFiles } from "./stray-drops.ts";

let end = () => {};
afterEach(() => end());

function dropped(types: string[], takenBy: EventTarget | null): Event {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types, dropEffect: "copy" } });
  takenBy?.addEventListener("drop", (one) => one.preventDefault(), { once: true });
  document.body.dispatchEvent(event);
  return event;
}

const effectOf = (event: Event) => "dataTransfer" in event && event.dataTransfer;

describe("a file dropped anywhere", () => {
  it("does not take the page's place", () => {
    end = refuseStrayFiles();
    const stray = dropped(["Files"], null);
    expect(stray.defaultPrevented).toBe(true);
    expect(effectOf(stray)).toMatchObject({ dropEffect: "none" });
  });

  it("goes to who takes it, and text goes where it went", () => {
    end = refuseStrayFiles();
    expect(effectOf(dropped(["Files"], document.body))).toMatchObject({ dropEffect: "copy" });
    expect(dropped(["text/plain"], null).defaultPrevented).toBe(false);
  });
});
