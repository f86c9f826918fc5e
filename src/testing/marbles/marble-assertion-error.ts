/**
 * The error for received values that differ from the expected values. The message shows both. Every test
 * runner reports the error as a failed assertion.
 *
 * @example
 * ```ts
 * const seen = emissionsOf(of('b'));
 * try {
 *   assertMarbles(seen, '(a|)');
 * } catch (error) {
 *   if (error instanceof MarbleAssertionError) console.log(error.actual, error.expected);
 * }
 * ```
 */
export class MarbleAssertionError extends Error {
  override readonly name = 'MarbleAssertionError';

  /** The received values, as the message shows them. */
  readonly actual: string;
  /** The expected values, as the message shows them. */
  readonly expected: string;

  constructor(message: string, actual: string, expected: string) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

/**
 * The result of a comparison. A matcher returns the result to the test runner. An assert function throws an error if
 * the comparison did not pass.
 */
export interface Verdict {
  readonly pass: boolean;
  /**
   * Returns the reason of the failure. If the comparison passed, the result is the message for a matcher with
   * `not`.
   */
  readonly message: () => string;
  readonly actual: string;
  readonly expected: string;
}

/** Adds the usual reasons to the message if nothing was recorded. */
export function withHint(
  verdict: Verdict,
  { emissions, closed }: { readonly emissions: readonly unknown[]; readonly closed: boolean },
): Verdict {
  if (verdict.pass || emissions.length > 0) return verdict;
  const open = ', and the recording goes on. Within marbleScheduler().run compare after flush() or after run';
  const hint =
    `Nothing came${closed ? '' : open}. ` +
    'Promises do not run in virtual time: give the operators Observables there.';
  return { ...verdict, message: () => `${verdict.message()}\n\n${hint}` };
}

export function enforce({ pass, message, actual, expected }: Verdict): void {
  if (!pass) throw new MarbleAssertionError(message(), actual, expected);
}
