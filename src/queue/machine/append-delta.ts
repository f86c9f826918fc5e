/**
 * Adds a delta to those of its key. Two deletes at the end are one (B76): the older stays, unless a list made it up,
 * for then the newer knows as much or more (client-go's `dedupDeltas`).
 */
export function appendDelta<D extends { readonly type: string; readonly finalStateKnown?: boolean }>(
  deltas: [D, ...D[]],
  delta: D,
): void {
  const last = deltas.at(-1);
  if (last?.type !== 'Deleted' || delta.type !== 'Deleted') deltas.push(delta);
  else if (last.finalStateKnown === false) deltas[deltas.length - 1] = delta;
}
