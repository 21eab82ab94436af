/**
 * Refuses to start inside another page's frame (clickjacking). Hosts that send the header
 * `frame-ancestors` never let it load there at all.
 */
export function isFramed(): boolean {
  return window.top !== window.self;
}
