import type { ChangePattern } from './change-pattern.ts';
import { compareChanges, type ExpectedChanges } from './compare-changes.ts';
import { compareOpen } from './compare-open.ts';
import { compareSynced } from './compare-synced.ts';

/** The result of a matcher for a test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Returns the message of a failure. */
  readonly message: () => string;
}

/** The matchers as methods of `expect(…)`. */
export interface InformerMatchers<R> {
  /** Compares the recording of `emissionsOf` with a list of changes, as `assertChanges` does. */
  toEmitChanges(expected: readonly ChangePattern[]): R;
  /**
   * Compares changes and their times with a diagram. `values` contains the expected change of each letter.
   */
  toEmitChanges(marbles: string, values: Readonly<Record<string, ChangePattern>>): R;
  /** Checks an informer or a list of informers, as `assertSynced` does. */
  toHaveSynced(): R;
  /**
   * Checks a source of this package, a TestScheduler, `cold(…)`, `hot(…)` or a list of them, as `assertNothingOpen`
   * does.
   */
  toHaveLeftNothingOpen(): R;
}

/**
 * Matchers for `expect.extend` of Jest and Vitest. The import adds the matchers to the types of Jest and
 * Vitest. Neither Jest nor Vitest has to be installed. With other test runners call `assertChanges`,
 * `assertSynced` and `assertNothingOpen`.
 *
 * If a strict `node_modules` hides the package `expect` from this package, declare Jest's types yourself:
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
  /** Compares recorded changes with expected changes, as `assertChanges` does. */
  readonly toEmitChanges: (
    seen: unknown,
    expected: ExpectedChanges,
    values?: Readonly<Record<string, ChangePattern>>,
  ) => MatcherResult;
  /** Checks that each informer has synced, as `assertSynced` does. */
  readonly toHaveSynced: (informers: unknown) => MatcherResult;
  /** Checks that no request or subscription is open, as `assertNothingOpen` does. */
  readonly toHaveLeftNothingOpen: (of: unknown) => MatcherResult;
} = {
  toEmitChanges: compareChanges,
  toHaveSynced: compareSynced,
  toHaveLeftNothingOpen: compareOpen,
};

// A missing package must not be a compile error for users. So the `@ts-ignore` directives have to stay in the declarations.
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
