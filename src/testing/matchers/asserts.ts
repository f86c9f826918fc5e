import type { Emissions } from '../marbles/emissions-of.ts';
import { enforce } from '../marbles/marble-assertion-error.ts';
import type { Change } from '../../store/index.ts';
import type { ChangePattern } from './change-pattern.ts';
import { compareChanges, type ExpectedChanges } from './compare-changes.ts';
import { compareOpen, type LeakCheckTarget } from './compare-open.ts';
import type { Informer } from '../../informer/index.ts';
import { compareSynced } from './compare-synced.ts';

/**
 * Compares recorded changes with expected ones, which are texts such as `added shop/web` or parts of changes. A list
 * checks the order; a diagram with a dictionary also checks the times. Properties that an expected change does not name
 * may have any value. The function works in any test runner, or without one.
 *
 * @throws MarbleAssertionError if the changes differ; its message shows both sides
 * @throws OptionsError for an invalid text, and for a letter that is not in the dictionary
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
 * Checks that each informer has synced, that is, has received a complete list.
 *
 * The reason why an informer has not synced is known only while the informer runs. So check before the last subscriber
 * unsubscribes: `scheduler.schedule(() => assertSynced(pods), 1000)`. After that, the informer still reports that it
 * has synced, but no failure.
 *
 * @throws MarbleAssertionError with the state of each informer that has not synced, and the reason
 *
 * @example
 * ```ts
 * assertSynced(pods);
 * assertSynced([pods, informer(source)]);
 * ```
 */
export function assertSynced(
  informers: Pick<Informer<unknown>, 'status$'> | readonly Pick<Informer<unknown>, 'status$'>[],
): void {
  enforce(compareSynced(informers));
}

/**
 * Checks that no request of a source of this package is open, and that no subscription to `cold(…)` or `hot(…)` is
 * open. For a TestScheduler, it checks the subscriptions to its `cold(…)`, and that no timer is pending.
 *
 * @throws MarbleAssertionError with what is open, and since when
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
