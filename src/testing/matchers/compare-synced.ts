import { take } from 'rxjs';
import { anObservable, checkArgument, type Rule } from '../../objects/index.ts';
import type { Informer, InformerStatus } from '../../informer/index.ts';
import type { Verdict } from '../marbles/marble-assertion-error.ts';
import { someOf } from './some-of.ts';

const anInformer: Rule = {
  allowed: 'an informer, or a list of informers',
  test: (given) => anObservable.test((given as { status$?: unknown } | null | undefined)?.status$),
};

/** Finds the informers that have not synced, which `assertSynced` reports. */
export function compareSynced(given: unknown): Verdict {
  const informers: readonly unknown[] = Array.isArray(given) ? (given as unknown[]) : [given];
  checkArgument('synced: informer', informers, someOf(anInformer));
  const results = informers.map((one, at) => {
    checkArgument('synced: informer', one, anInformer);
    const status = statusOf(one as Pick<Informer<unknown>, 'status$'>);
    const name = informers.length === 1 ? 'the informer' : `informer ${at + 1} of ${informers.length}`;
    return { synced: status?.hasSynced === true, line: `${name} ${described(status)}` };
  });
  const late = results.filter(({ synced }) => !synced);
  const pass = late.length === 0;
  return {
    pass,
    message: () =>
      pass
        ? `expected not to have synced, but\n\n${results.map(({ line }) => `  ${line}`).join('\n')}`
        : `expected to have synced, but\n\n${late.map(({ line }) => `  ${line}`).join('\n')}`,
    actual: results.map(({ line }) => line).join('\n'),
    expected: results.map(({ line }) => line.replace(/ has(?: not)? synced.*/s, ' has synced')).join('\n'),
  };
}

function statusOf({ status$ }: Pick<Informer<unknown>, 'status$'>): InformerStatus | undefined {
  let current: InformerStatus | undefined;
  status$
    .pipe(take(1))
    .subscribe((status) => (current = status))
    .unsubscribe();
  return current;
}

function described(status: InformerStatus | undefined): string {
  if (status === undefined) return 'has not synced, and has no status';
  return `${status.hasSynced ? 'has synced' : 'has not synced'}: ${phaseOf(status)}`;
}

function phaseOf(status: InformerStatus): string {
  switch (status.phase) {
    case 'listing':
      return `it lists since ${status.since} ms, ${status.received} objects so far`;
    case 'watching':
      return `it watches since ${status.since} ms, from version ${status.resourceVersion}`;
    case 'waiting':
      return `it waits until ${status.retryAt} ms, attempt ${status.attempt} failed with ${named(status.error)}`;
    case 'stopped':
      if (status.error !== undefined) return `it has stopped with an error: ${named(status.error)}`;
      return status.disabled === true
        ? 'its option `enabled` is false'
        : 'it has no subscriber now; expect this before the last subscriber leaves to see the reason';
  }
}

const named = ({ name, message }: Error): string => `${name}: ${message}`;
