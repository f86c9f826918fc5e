import { backoffDelay } from '../../src/reflector/machine/backoff.ts';
import type { Comparison, Topic } from './topic.ts';

/**
 * One test case. All times are in ns. `step` contains 14 results of client-go's `Step()`. `delayWithReset` contains the
 * results of client-go's reset manager.
 */
interface Case {
  readonly durationNs: number;
  readonly factor: number;
  readonly steps: number;
  readonly capNs: number;
  readonly step: readonly number[];
  readonly delayWithReset: readonly { readonly advanceNs: number; readonly want: number }[];
}

/**
 * Replays `backoff.json`: the delays of client-go's `wait.Backoff` without the random part.
 *
 * In client-go, a delay grows for a limited number of steps. In this library, a delay grows up to `max`. client-go
 * resets the delays some time after the last failure. This library resets the delays after a healthy watch (Q1).
 */
export const backoff: Topic = (golden, _tables, touch) => {
  const { durationNs, factor, steps, capNs, step, delayWithReset } = golden as unknown as Case;
  const settings = {
    initial: durationNs / ms,
    // client-go ignores a cap of 0. With a factor of 0, client-go keeps the delay constant.
    max: capNs === 0 ? Infinity : capNs / ms,
    factor: factor === 0 ? 1 : factor,
    resetAfter: 5_000,
    notFound: 400, // client-go has no such delay
  };
  const ours = (attempt: number): number => backoffDelay(attempt, settings, () => 0);
  const expected = (attempt: number): number =>
    Math.min(
      longestTimer,
      Math.round(Math.min(settings.initial * settings.factor ** (attempt - 1), settings.max)),
    );

  const compared = (where: string, recordedNs: number, attempt: number, mapping: string): Comparison => {
    const recorded = Math.round(recordedNs / ms);
    const want = expected(attempt);
    if (recorded === want) return { where, want: { delay: want }, got: { delay: ours(attempt) } };
    touch(mapping);
    return { where, recorded: { delay: recorded }, want: { delay: want }, got: { delay: ours(attempt) } };
  };
  return [
    ...step.map((recordedNs, index) =>
      compared(
        `Step() ${index + 1} of ${steps} steps`,
        recordedNs,
        index + 1,
        'Q1 a delay grows without a number of steps',
      ),
    ),
    ...delayWithReset.map(({ advanceNs, want }, index) =>
      compared(
        `DelayWithReset ${index + 1}, after ${advanceNs / ms} ms`,
        want,
        index + 1,
        'Q1 only a healthy watch resets the delays',
      ),
    ),
  ];
};

/** The number of nanoseconds in a millisecond. */
const ms = 1_000_000;

const longestTimer = 2_147_483_647;
