import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, of, throwError } from 'rxjs';
import { type Change, type HandlerError, type KubeObject } from 'rx-informer';
import { controllerOf, type ReconcileRequest, requestsForAll, toRequests } from 'rx-informer/controller';
import { apps, core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler } from 'rx-informer/testing';
import { unhandledErrors } from '../support/unhandled-errors.ts';

const web = kubeObject('shop/web');
const change = (over: Partial<Change<KubeObject>> = {}): Change<KubeObject> =>
  ({ type: 'added', key: 'shop/web', object: web, cause: 'watch', ...over }) as Change<KubeObject>;

/** Returns the requests of one change as text: the key, `-` for a low priority, and the cause. */
function requestsOf(one: Change<KubeObject>, ...args: Parameters<typeof toRequests<KubeObject>>): string[] {
  const printed: string[] = [];
  of(one)
    .pipe(toRequests(...args))
    .subscribe(({ key, cause, priority }) => printed.push(`${key} ${priority === 'low' ? '-' : ''}${cause}`));
  return printed;
}
const labelled = (app: string): KubeObject => kubeObject('shop/web', { metadata: { labels: { app } } });
const byApp = ({ metadata }: KubeObject): string[] =>
  metadata.labels?.['app'] === undefined ? [] : [metadata.labels['app']];

const error = new Error('no luck');

describe('toRequests', () => {
  it.each<[Change<KubeObject>['cause'], string]>([
    ['watch', 'shop/web watch'],
    ['relist', 'shop/web relist'],
    ['scope', 'shop/web scope'],
    ['initial', 'shop/web -initial'],
    ['replay', 'shop/web -replay'],
    ['resync', 'shop/web -resync'],
  ])('should request a run of the object for the cause %s', (cause, printed) => {
    expect(requestsOf(change({ cause }))).toEqual([printed]);
  });

  it('should request a run of a deleted object', () => {
    expect(requestsOf(change({ type: 'deleted', finalStateKnown: false }))).toEqual(['shop/web watch']);
  });

  it('should request a run for each key of `map`, with the given cause', () => {
    expect(requestsOf(change(), () => new Set(['a', 'b/c']), { cause: 'pod' })).toEqual(['a pod', 'b/c pod']);
  });

  it('should treat a string as one key', () => {
    expect(requestsOf(change(), () => 'node-1')).toEqual(['node-1 watch']);
  });

  it('should mark a request that repeats a known state', () => {
    const marks: unknown[] = [];
    of(change({ cause: 'resync' }), change({ cause: 'watch' }))
      .pipe(toRequests())
      .subscribe(({ isRepeat }) => marks.push(isRepeat));
    expect(marks).toEqual([true, undefined]);
  });

  it('should map the old and the new object of an update, so that both owners run', () => {
    const moved = change({ type: 'updated', old: labelled('a'), object: labelled('b') });
    expect(requestsOf(moved, byApp)).toEqual(['a watch', 'b watch']);
    expect(requestsOf(change({ type: 'updated', old: labelled('a'), object: labelled('a') }), byApp)).toEqual(
      ['a watch'],
    );
  });

  it('should call `map` once for a resync', () => {
    let calls = 0;
    const resync = change({ type: 'updated', old: web, object: web, cause: 'resync' });
    requestsOf(resync, () => {
      calls++;
      return [];
    });
    expect(calls).toBe(1);
  });

  it('should pass an error of `map` to `onError`, and continue', () => {
    const errors: HandlerError[] = [];
    const fails = (object: KubeObject): string[] => {
      if (object.metadata.name === 'bad') throw new Error('no owner');
      return ['a'];
    };
    const printed: string[] = [];
    of(change({ key: 'bad', object: kubeObject('bad') }), change())
      .pipe(toRequests(fails, { onError: (error) => errors.push(error) }))
      .subscribe(({ key }) => printed.push(key));
    expect(printed).toEqual(['a']);
    expect(errors.map(({ message }) => message)).toEqual(['map of toRequests threw for bad: no owner']);
  });

  describe('with an `onError` that throws', () => {
    const unhandled = unhandledErrors();

    it('should go on, and report the error of `onError` as unhandled', async () => {
      const fails = ({ metadata }: KubeObject): string[] => {
        if (metadata.name === 'web') throw error;
        return [metadata.name];
      };
      const onError = (): void => {
        throw error;
      };
      const requests: string[] = [];
      of(change(), change({ object: kubeObject('shop/b') }))
        .pipe(toRequests(fails, { onError }))
        .subscribe(({ key }) => requests.push(key));
      await new Promise((resolve) => setTimeout(resolve));
      expect(requests).toEqual(['b']);
      expect(unhandled).toEqual([error]);
    });
  });

  it('should report an error of `map` as unhandled without `onError`', async () => {
    const { config } = await import('rxjs');
    const reported: unknown[] = [];
    config.onUnhandledError = (error) => reported.push(error);
    requestsOf(change(), () => {
      throw new Error('no owner');
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    config.onUnhandledError = null;
    expect(reported.map(String)).toEqual(['HandlerError: map of toRequests threw for shop/web: no owner']);
  });

  it('should follow the marbles: empty, never, error, early unsubscribe, resubscribe', () => {
    marbleScheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
      const requests = { r: { key: 'shop/web', cause: 'watch' } };
      expectObservable(EMPTY.pipe(toRequests())).toBe('|');
      expectObservable(NEVER.pipe(toRequests())).toBe('');
      expectObservable(throwError(() => error).pipe(toRequests())).toBe('#', {}, error);
      const source = cold('a-a|', { a: change() });
      expectObservable(source.pipe(toRequests()), '^!').toBe('r', requests);
      expectObservable(source.pipe(toRequests()), '-----^').toBe('-----r-r|', requests);
      expectSubscriptions(source.subscriptions).toBe(['^!', '-----^--!']);
    });
  });

  it.each<[unknown[], string]>([
    [['x'], 'toRequests: mapToKeys must be a function'],
    [[undefined, { causes: 'x' }], "toRequests: unknown option 'causes'; did you mean 'cause'?"],
  ])('should throw for the arguments %j', (args, text) => {
    expect(() => toRequests(...(args as []))).toThrow(text);
  });
});

describe('controllerOf', () => {
  const owned = (
    ...references: readonly [apiVersion: string, kind: string, name: string, controller?: boolean][]
  ) =>
    kubeObject('shop/pod', {
      metadata: {
        ownerReferences: references.map(([apiVersion, kind, name, controller]) => ({
          apiVersion,
          kind,
          name,
          uid: name,
          ...(controller !== undefined && { controller }),
        })),
      },
    });

  it('should return the controlling owner of the group and kind, in any version', () => {
    const keys = controllerOf(apps.v1.deployments);
    expect([...keys(owned(['apps/v1beta1', 'Deployment', 'web', true]))]).toEqual(['shop/web']);
    expect([
      ...keys(owned(['apps/v1', 'Deployment', 'web', false], ['apps/v1', 'Deployment', 'db'])),
    ]).toEqual([]);
    expect([...keys(owned(['apps/v1', 'StatefulSet', 'web', true]))]).toEqual([]);
    expect([...keys(owned(['example.com/v1', 'Deployment', 'web', true]))]).toEqual([]);
    expect([...keys(kubeObject('shop/pod'))]).toEqual([]);
  });

  it('should know the core group, and an owner without a namespace', () => {
    expect([...controllerOf(core.v1.pods)(owned(['v1', 'Pod', 'web', true]))]).toEqual(['shop/web']);
    expect([...controllerOf(core.v1.nodes)(owned(['v1', 'Node', 'n1', true]))]).toEqual(['n1']);
    expect([...controllerOf({ group: '', kind: 'Pod' })(owned(['v1', 'Pod', 'web', true]))]).toEqual([
      'shop/web',
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, 'controllerOf: owner must be an object'],
    [{ group: 'apps' }, 'controllerOf: kind must be a string'],
    [{ kind: 'Pod' }, 'controllerOf: group must be a string'],
    [{ group: '', kind: 'Node', namespaced: 'no' }, 'controllerOf: namespaced must be true or false'],
  ])('should throw for the owner %j', (owner, text) => {
    expect(() => controllerOf(owner as never)).toThrow(text);
  });
});

describe('requestsForAll', () => {
  it('should request a run of low priority for each key, whenever the source emits', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const informer = { store: { listKeys: () => ['a', 'b'] } };
      const request = (key: string, cause: string): ReconcileRequest => ({ key, cause, priority: 'low' });
      expectObservable(cold('x----|').pipe(requestsForAll(informer))).toBe('(ab)-|', {
        a: request('a', 'all'),
        b: request('b', 'all'),
      });
      expectObservable(cold('x----|').pipe(requestsForAll(informer, { cause: 'config' }))).toBe('(ab)-|', {
        a: request('a', 'config'),
        b: request('b', 'config'),
      });
    });
  });

  it('should throw for no informer', () => {
    expect(() => requestsForAll(undefined as never)).toThrow('requestsForAll: informer must be an informer');
  });
});
