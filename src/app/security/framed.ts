/**
 * Framed by another page, this one does not start: what a person presses there might be chosen by
 * that page. Hosts that send the header `frame-ancestors` never let it come so far.
 */
export function isFramed(): boolean {
  return window.top !== window.self;
}
