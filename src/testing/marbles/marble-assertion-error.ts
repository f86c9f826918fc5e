/**
 * What was received is not what was expected; the message shows both. Every test runner takes it for a failed assertion.
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

  /** What was received, as in the message. */
  readonly actual: string;
  /** See `actual`. */
  readonly expected: string;

  constructor(message: string, actual: string, expected: string) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

/** What a comparison found. Runners with matchers take it as it is, the functions throw it where it did not pass. */
export interface Verdict {
  readonly pass: boolean;
  /** Why it did not pass; or, where it passed, why it should not have. */
  readonly message: () => string;
  readonly actual: string;
  readonly expected: string;
}

/** Throws unless it passed. */
export function enforce({ pass, message, actual, expected }: Verdict): void {
  if (!pass) throw new MarbleAssertionError(message(), actual, expected);
}
