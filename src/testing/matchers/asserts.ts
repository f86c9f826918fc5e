import type { Emissions } from '../marbles/emissions-of.ts';
import { enforce } from '../marbles/marble-assertion-error.ts';
import type { Change } from '../../store/index.ts';
import type { ChangePattern } from './change-pattern.ts';
import { compareChanges, type ExpectedChanges } from './compare-changes.ts';
import { compareOpen, type LeakCheckTarget } from './compare-open.ts';
import type { Informer } from '../../informer/index.ts';
import { compareSynced } from './compare-synced.ts';

/**
 * Compares changes with words for them, or parts of them: as a list in their order, or as a diagram with a dictionary, in
 * their time. What the words do not name may be anything. In any test runner or none.
 *
 * @throws MarbleAssertionError that shows both
 * @throws OptionsError for words that are none, and a letter that is not in the dictionary
 *
 * @example
 * ```ts
 * const seen = marbleScheduler().run(() => emissionsOf(pods.changes(), '^ 5s !'));
 * assertChanges(seen, ['added shop/web', 'updated shop/web@7 watch', 'deleted shop/web']);
 * assertChanges(seen, 'a-u 3s d', { a: 'added shop/web', u: { type: 'updated' }, d: 'deleted shop/web' });
 * ```
 */
export function assertChanges(
  seen: Emissions<Change<unknown>>,
  expected: ExpectedChanges,
  values?: Readonly<Record<string, ChangePattern>>,
): void {
  enforce(compareChanges(seen, expected, values));
}

/**
 * An informer, or each of several, has held a complete list.
 *
 * Why one has not is known while it runs: ask before the last subscriber leaves, `scheduler.schedule(() =>
 * assertSynced(pods), 1000)`. One that was left keeps that it has synced, and no failure.
 *
 * @throws MarbleAssertionError that says where each stands that has not, and why
 *
 * @example
 * ```ts
 * assertSynced(pods);
 * assertSynced([pods, informer(source)]);
 * ```
 */
export function assertSynced(informers: Pick<Informer<unknown>, 'status$'> | readonly Pick<Informer<unknown>, 'status$'>[]): void {
  enforce(compareSynced(informers));
}

/**
 * Nothing was forgotten: no request of a source of this kit is open, nobody subscribes to `cold(…)` or `hot(…)`, and a
 * TestScheduler has neither such a subscription nor a timer that is still to come.
 *
 * @throws MarbleAssertionError that names what is open, and since when
 *
 * @example
 * ```ts
 * marbleScheduler().run(({ flush }) => {
 *   const source = fakeControllerSource<Pod>();
 *   emissionsOf(informer(source).changes(), '^ 5s !');
 *   flush();
 *   assertNothingOpen(source);
 * });
 * ```
 */
export function assertNothingOpen(of: LeakCheckTarget | readonly LeakCheckTarget[]): void {
  enforce(compareOpen(of));
}
