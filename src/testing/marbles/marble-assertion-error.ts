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

/** Says more where nothing at all was recorded: the most frequent reasons. */
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

/** Throws unless it passed. */
export function enforce({ pass, message, actual, expected }: Verdict): void {
  if (!pass) throw new MarbleAssertionError(message(), actual, expected);
}
