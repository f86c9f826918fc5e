/** One line of a comparison. The line is in both lists or in only one of them. */
export interface DiffLine<R, E> {
  readonly received?: R;
  readonly expected?: E;
}

type IsSame<R, E> = (received: R, expected: E) => boolean;

/**
 * The maximum number of lines of each list that are compared at once. Each of these received lines is compared with
 * each of these expected lines. If the lists differ over more lines, the diff may not be the shortest.
 */
const window = 60;

/**
 * Returns a short diff of the expected and the received lines, in their order. Where the lists differ, expected lines
 * come first. If the lists differ within 60 lines, the diff is the shortest. The run time grows linearly with the
 * number of lines.
 */
export function lineDiff<R, E>(
  received: readonly R[],
  expected: readonly E[],
  isSame: IsSame<R, E>,
): readonly DiffLine<R, E>[] {
  const lines: DiffLine<R, E>[] = [];
  let [r, e] = [0, 0];
  const most = Math.min(received.length, expected.length);
  let tail = 0;
  const isSameAt = (came: number, wanted: number): boolean =>
    came < received.length && wanted < expected.length && isSame(received[came] as R, expected[wanted] as E);
  const both = (): number => lines.push({ expected: expected[e++] as E, received: received[r++] as R });

  while (isSameAt(r, e)) both();
  while (tail < most - lines.length && isSameAt(received.length - 1 - tail, expected.length - 1 - tail))
    tail++;
  while (r < received.length - tail || e < expected.length - tail) {
    const came = received.slice(r, Math.min(r + window, received.length - tail));
    const wanted = expected.slice(e, Math.min(e + window, expected.length - tail));
    const way = shortestDiff(came, wanted, isSame);
    // Lines after the last common line of this window may have an equal line in the next window. So they are
    // compared again with the next window.
    const last = way.map(isBoth).lastIndexOf(true);
    const isWhole = came.length + wanted.length < 2 * window;
    const part = isWhole || last < window / 2 ? way : way.slice(0, last + 1);
    for (const line of part) {
      lines.push(line);
      if ('received' in line) r++;
      if ('expected' in line) e++;
    }
  }
  while (r < received.length) both();
  return lines;
}

/** Returns whether a line of the diff is in both lists. */
export const isBoth = (line: DiffLine<unknown, unknown>): boolean => 'received' in line && 'expected' in line;

/** Finds the shortest diff with a table of all pairs (longest common subsequence). */
function shortestDiff<R, E>(
  received: readonly R[],
  expected: readonly E[],
  isSame: IsSame<R, E>,
): readonly DiffLine<R, E>[] {
  const same = expected.map((wanted) => received.map((came) => isSame(came, wanted)));
  // lengths[e][r]: the number of common lines in expected and received after the indexes e and r.
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
