import type { ChangePattern } from './change-pattern.ts';
import { compareChanges, type ExpectedChanges } from './compare-changes.ts';
import { compareOpen } from './compare-open.ts';
import { compareSynced } from './compare-synced.ts';

/** What a matcher gives a test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  /** What is said where it is not as expected. */
  readonly message: () => string;
}

/** The matchers as they are called on `expect(…)`. */
export interface InformerMatchers<R> {
  /** As `assertChanges`, of what `emissionsOf` gives. */
  toEmitChanges(expected: readonly ChangePattern[]): R;
  /** In their time, with a dictionary. */
  toEmitChanges(marbles: string, values: Readonly<Record<string, ChangePattern>>): R;
  /** As `assertSynced`, of an informer or a list of them. */
  toHaveSynced(): R;
  /** As `assertNothingOpen`, of a source of this kit, a TestScheduler, `cold(…)`, `hot(…)`, or a list of these. */
  toHaveLeftNothingOpen(): R;
}

/**
 * For `expect.extend` of Jest and Vitest, whose types know them from then on; neither is needed to import this. With other
 * runners call `assertChanges`, `assertSynced` and `assertNothingOpen`.
 *
 * Where a strict `node_modules` hides the package `expect` from this one, tell Jest's types by hand:
 * `declare module 'expect' { interface Matchers<R> extends InformerMatchers<R> {} }`.
 *
 * @example
 * ```ts
 * expect.extend(matchers);
 * const seen = marbleScheduler().run(() => emissionsOf(pods.changes(), '^ 5s !'));
 * expect(seen).toEmitChanges(['added shop/web']);
 * expect(pods).toHaveSynced();
 * ```
 */
export const matchers: {
  /** See `assertChanges`. */
  readonly toEmitChanges: (
    seen: unknown,
    expected: ExpectedChanges,
    values?: Readonly<Record<string, ChangePattern>>,
  ) => MatcherResult;
  /** See `assertSynced`. */
  readonly toHaveSynced: (informers: unknown) => MatcherResult;
  /** See `assertNothingOpen`. */
  readonly toHaveLeftNothingOpen: (of: unknown) => MatcherResult;
} = {
  toEmitChanges: compareChanges,
  toHaveSynced: compareSynced,
  toHaveLeftNothingOpen: compareOpen,
};

// The package that is not there is no error of the user's: hence the directives, which stay in the declarations.
// eslint-disable-next-line @typescript-eslint/ban-ts-comment -- an error only where the package is absent
/** @ts-ignore */
declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the parameters have to be those of the original
  interface Matchers<R, T> extends InformerMatchers<R> {}
}
// eslint-disable-next-line @typescript-eslint/ban-ts-comment -- an error only where the package is absent
/** @ts-ignore */
declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the parameters have to be those of the original
  interface Assertion<T> extends InformerMatchers<void> {}
}
