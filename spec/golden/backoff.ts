import { backoffDelay } from '../../src/reflector/machine/backoff.ts';
import type { Comparison, Topic } from './topic.ts';

/** One case. All times are in ns. `step` has 14 results of `Step()`, and `delayWithReset` those of the reset manager. */
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
 * This library has no number of steps: a delay grows up to `max`. A healthy watch resets the delays, and not the time since
 * the last failure (Q1).
 */
export const backoff: Topic = (golden, _tables, touch) => {
  const { durationNs, factor, steps, capNs, step, delayWithReset } = golden as unknown as Case;
  const settings = {
    initial: durationNs / ms,
    // client-go ignores a cap of 0, and a factor of 0 keeps the delay.
    max: capNs === 0 ? Infinity : capNs / ms,
    factor: factor === 0 ? 1 : factor,
    resetAfter: 5_000,
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
