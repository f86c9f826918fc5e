/** One line of a comparison: on both sides, or on one only. */
export interface DiffLine<R, E> {
  readonly received?: R;
  readonly expected?: E;
}

/**
 * The shortest way from what was expected to what was received, in their order; what was expected comes first where both
 * differ.
 */
export function lineDiff<R, E>(
  received: readonly R[],
  expected: readonly E[],
  isSame: (received: R, expected: E) => boolean,
): readonly DiffLine<R, E>[] {
  const same = expected.map((wanted) => received.map((came) => isSame(came, wanted)));
  // lengths[e][r]: how many lines are common to what follows.
  const lengths = Array.from({ length: expected.length + 1 }, () =>
    new Array<number>(received.length + 1).fill(0),
  );
  const at = (e: number, r: number): number => lengths[e]?.[r] ?? 0;
  for (let e = expected.length - 1; e >= 0; e--) {
    for (let r = received.length - 1; r >= 0; r--) {
      const longest = same[e]?.[r] === true ? at(e + 1, r + 1) + 1 : Math.max(at(e + 1, r), at(e, r + 1));
      lengths[e]?.splice(r, 1, longest);
    }
  }

  const lines: DiffLine<R, E>[] = [];
  let [e, r] = [0, 0];
  while (e < expected.length || r < received.length) {
    if (same[e]?.[r] === true) lines.push({ expected: expected[e++] as E, received: received[r++] as R });
    else if (e < expected.length && (r >= received.length || at(e + 1, r) >= at(e, r + 1))) {
      lines.push({ expected: expected[e++] as E });
    } else lines.push({ received: received[r++] as R });
  }
  return lines;
}
