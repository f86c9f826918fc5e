import type { Emissions } from '../marbles/emissions-of.ts';
import { enforce } from '../marbles/marble-assertion-error.ts';
import type { Change } from '../../store/index.ts';
import type { ChangePattern } from './change-pattern.ts';
import { compareChanges, type ExpectedChanges } from './compare-changes.ts';
import { compareOpen, type LeakCheckTarget } from './compare-open.ts';
import type { Informer } from '../../informer/index.ts';
import { compareSynced } from './compare-synced.ts';

/**
 * Compares recorded changes with expected changes. An expected change is a text such as `added shop/web`, or an object
 * with some properties of a change; the other properties may have any value. A list of expected changes
 * checks the order. A diagram also checks the times. The function needs no test runner.
 *
 * @throws MarbleAssertionError if the changes differ; the message shows both
 * @throws OptionsError for an invalid text, and for a letter that has no value
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
 * Checks that each informer has synced, which means that the informer has received a complete list.
 *
 * The reason why an informer has not synced is known only while the informer runs. So call the function
 * before the last subscriber unsubscribes: `scheduler.schedule(() => assertSynced(pods), 1000)`. A stopped
 * informer reports no reason.
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
 * open. If the argument is a TestScheduler, the function checks that no subscription to its `cold(…)` observables is
 * open, and that no timer is pending.
 *
 * @throws MarbleAssertionError with each open request, subscription or timer, and its start
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
