import { checkArgument, type Rule } from '../../objects/index.ts';
import { drawSubscription, isSubscriptionLog, type SubscriptionTimes } from '../marbles/draw-subscription.ts';
import type { Verdict } from '../marbles/marble-assertion-error.ts';
import { pendingTimers } from '../marbles/pending-timers.ts';
import { show } from '../marbles/show.ts';
import { someOf } from './some-of.ts';
import type { Requests } from '../ledger.ts';

/** An object whose open requests, subscriptions or timers can be checked. */
export type LeakCheckTarget =
  /** A ListerWatcher of this package, which knows its open requests. */
  | Pick<Requests<unknown>, 'openRequests'>
  /** The result of `cold(…)` or `hot(…)` of a TestScheduler. */
  | { readonly subscriptions: readonly SubscriptionTimes[] }
  /** A TestScheduler, with its timers and its `cold(…)` observables. */
  | { readonly actions: readonly unknown[]; readonly frame: number };

const somethingOpening: Rule = {
  allowed: 'a source of rx-informer/testing, a TestScheduler, cold(…), hot(…), or a list of these',
  test: (given) =>
    ['openRequests', 'subscriptions', 'actions'].some((name) => Array.isArray(memberOf(given, name))),
};

/** Finds the open requests, subscriptions and timers that `assertNothingOpen` reports. */
export function compareOpen(given: unknown): Verdict {
  const all: readonly unknown[] = Array.isArray(given) ? (given as unknown[]) : [given];
  checkArgument('nothing open: of', all, someOf(somethingOpening));
  const lines = all.flatMap((one) => {
    checkArgument('nothing open: of', one, somethingOpening);
    return openOf(one);
  });
  const pass = lines.length === 0;
  const text = lines.map((line) => `  ${line}`).join('\n');
  return {
    pass,
    message: () =>
      pass ? 'expected something to be left open' : `expected nothing to be left open, but\n\n${text}`,
    actual: lines.join('\n'),
    expected: '',
  };
}

function openOf(given: unknown): readonly string[] {
  const requests = listOf(given, 'openRequests').map(showRequest);
  const timers = Array.isArray(memberOf(given, 'actions')) ? pendingTimers(given) : [];
  const subscriptions = [given, ...listOf(given, 'coldObservables')]
    .flatMap((one) => listOf(one, 'subscriptions'))
    .filter(isSubscriptionLog)
    .filter(({ unsubscribedFrame }) => unsubscribedFrame === Infinity)
    .map((log) => `a subscription ${drawSubscription(log)}`);
  return [...requests, ...subscriptions, ...timers];
}

function showRequest(request: unknown): string {
  const { verb, at, ...rest } = request as Readonly<Record<string, unknown>>;
  return `a request since ${show(at)} ms: ${String(verb)} ${show(rest)}`;
}

function listOf(given: unknown, name: string): readonly unknown[] {
  const list = memberOf(given, name);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

const memberOf = (given: unknown, name: string): unknown =>
  (given as Readonly<Record<string, unknown>> | null | undefined)?.[name];
