/** As tall as the estimate, which takes its place: what stands below must not jump. */
export function EstimateRoom() {
  return <p aria-hidden="true">{"\u00A0"}</p>;
}
