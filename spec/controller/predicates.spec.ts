import { describe, expect, it } from '@jest/globals';
import { config, EMPTY, type MonoTypeOperatorFunction, NEVER, of, throwError } from 'rxjs';
import type { Change, KubeObject } from 'rx-informer';
import { changed, generationChanged } from 'rx-informer/controller';
import { kubeObject, marbleScheduler } from 'rx-informer/testing';

const at = (generation?: number, more: object = {}): KubeObject =>
  kubeObject('shop/web', { metadata: { ...(generation !== undefined && { generation }), ...more } as never });
const update = (
  old: KubeObject,
  object: KubeObject,
  cause: Change<KubeObject>['cause'] = 'watch',
): Change<KubeObject> => ({ type: 'updated', key: 'shop/web', old, object, cause });
const added: Change<KubeObject> = { type: 'added', key: 'shop/web', object: at(1), cause: 'initial' };
const deleted: Change<KubeObject> = {
  type: 'deleted',
  key: 'shop/web',
  object: at(1),
  cause: 'watch',
  finalStateKnown: true,
};
const labels = changed<KubeObject>(({ metadata }) => metadata.labels);

function passes(
  predicate: MonoTypeOperatorFunction<Change<KubeObject>>,
  change: Change<KubeObject>,
): boolean {
  let isPassed = false;
  of(change)
    .pipe(predicate)
    .subscribe((value) => (isPassed = value === change));
  return isPassed;
}

const error = new Error('no luck');

describe.each<[string, MonoTypeOperatorFunction<Change<KubeObject>>]>([
  ['generationChanged', generationChanged],
  ['changed', labels],
])('%s', (_name, predicate) => {
  it.each<[string, Change<KubeObject>]>([
    ['an added object', added],
    ['a deleted object', deleted],
    ['a first deletionTimestamp', update(at(1), at(1, { deletionTimestamp: 'now' }))],
    ['a resync', update(at(1), at(1), 'resync')],
  ])('should pass %s', (_what, change) => {
    expect(passes(predicate, change)).toBe(true);
  });

  it.each<[string, Change<KubeObject>]>([
    ['an update without a difference', update(at(1), at(1))],
    [
      'a later update of an object that is being deleted',
      update(at(1, { deletionTimestamp: 'now' }), at(1, { deletionTimestamp: 'now' })),
    ],
    ['an update by a relist without a difference', update(at(1), at(1), 'relist')],
  ])('should drop %s', (_what, change) => {
    expect(passes(predicate, change)).toBe(false);
  });

  it('should follow the marbles: empty, never, error, early unsubscribe, resubscribe', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(EMPTY.pipe(predicate)).toBe('|');
      expectObservable(NEVER.pipe(predicate)).toBe('');
      expectObservable(throwError(() => error).pipe(predicate)).toBe('#', {}, error);
      const changes$ = cold('a-b-a|', { a: added, b: update(at(1), at(1)) }).pipe(predicate);
      expectObservable(changes$, '^---!').toBe('a', { a: added });
      expectObservable(changes$, '------^').toBe('------a---a|', { a: added });
    });
  });
});

describe('generationChanged', () => {
  it('should pass an update with another generation, and each update of a kind without a generation', () => {
    expect(passes(generationChanged, update(at(1), at(2)))).toBe(true);
    expect(passes(generationChanged, update(at(), at()))).toBe(true);
    expect(passes(generationChanged, update(at(1, { labels: { a: 'b' } }), at(1)))).toBe(false);
  });
});

describe('changed', () => {
  it('should compare the selected part as JSON', () => {
    expect(
      passes(labels, update(at(1, { labels: { a: '1', b: '2' } }), at(2, { labels: { b: '2', a: '1' } }))),
    ).toBe(false);
    expect(passes(labels, update(at(1, { labels: { a: '1' } }), at(1, { labels: { a: '2' } })))).toBe(true);
  });

  it('should pass a change for which `select` throws, and report the error', async () => {
    const reported: unknown[] = [];
    config.onUnhandledError = (error) => reported.push(error);
    const fails = changed<KubeObject>(() => {
      throw new Error('no labels');
    });
    expect(passes(fails, update(at(1), at(1)))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    config.onUnhandledError = null;
    expect(reported.map(String)).toEqual(['HandlerError: select of changed threw for shop/web: no labels']);
  });

  it('should throw for an argument that is not a function', () => {
    expect(() => changed('labels' as never)).toThrow('changed: select must be a function, not "labels"');
  });
});
