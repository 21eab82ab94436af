import { plural } from "../../../ui-kit/text/format.ts";

export const linksText = {
  found: (count: number) => `${plural(count, "web address", "web addresses")} in this text`,
  open: "Open…",
  openLong: (address: string) => `Open ${address}, which asks first`,
  ask: "This link comes from a text that this page did not write. This is the whole address, as the browser reads it; the site sees your visit, not what you asked.",
  insecure: "The connection would not be encrypted.",
  disguised: "Its name is not written in plain letters: it may look like another site’s.",
  goLong: (address: string) => `Open ${address} in a new tab`,
  go: "Open in a new tab",
  leave: "Leave it",
};
