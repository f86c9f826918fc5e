import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BehaviorSubject, config, EMPTY, NEVER, of, Subject, type Subscription, throwError } from 'rxjs';
import { ConnectionError, type KubeRequest, OptionsError, StatusError, type Transport } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core, rbac } from 'rx-informer/kinds';
import { listableNamespaces } from 'rx-informer/scope';
import { marbles } from '../support/marbles.ts';
import { until } from '../support/until.ts';

const all = ['bank', 'cellar', 'shop', 'store', 'yard'];
const alice = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' };
const reading = { verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'] };

let server: ApiServer;
let requests: KubeRequest[];
let transport: Transport;
let running: Subscription | undefined;

beforeEach(() => {
  server = createApiServer({ tokens: { root: 'root', alice: { user: 'alice' } } });
  requests = [];
  transport = {
    open: (request) => {
      requests.push(request);
      return server.transport.open({
        ...request,
        headers: { ...request.headers, authorization: 'Bearer alice' },
      });
    },
  };
  for (const name of all) server.objects.create(core.v1.namespaces, { metadata: { name } });
  role('reader', reading);
});
afterEach(async () => {
  running?.unsubscribe();
  config.onUnhandledError = null;
  await server.close();
});

function role(name: string, ...rules: readonly object[]): void {
  server.objects.create(rbac.v1.clusterroles, { metadata: { name }, rules: rules as never });
}

function bind(name: string, namespace?: string): void {
  const binding = {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [alice],
  };
  const metadata = { name: `alice-${name}`, ...(namespace !== undefined && { namespace }) };
  if (namespace === undefined) server.objects.create(rbac.v1.clusterrolebindings, { metadata, ...binding });
  else
    server.objects.create(rbac.v1.rolebindings, { metadata: { name: metadata.name, namespace }, ...binding });
}

/** Subscribes, and returns the array of the emitted names. */
function record(options: Parameters<typeof listableNamespaces>[2]): string[] {
  const emitted: string[] = [];
  running = listableNamespaces(transport, core.v1.pods, options).subscribe({
    next: (names) => emitted.push(names.join()),
    error: (error: unknown) => emitted.push(String(error)),
  });
  return emitted;
}

describe('listableNamespaces, on a server with RBAC', () => {
  it('should emit the candidates for which the user has a role binding', async () => {
    for (const namespace of ['bank', 'shop', 'store']) bind('reader', namespace);
    const emitted = record({ candidates: [...all, 'shop'] });

    await until(() => emitted.length > 0);
    expect(emitted).toEqual(['bank,shop,store']);
  });

  it('should emit the namespaces of the server if the user may watch namespaces', async () => {
    role('surveyor', { verbs: ['list', 'watch'], apiGroups: [''], resources: ['namespaces'] });
    bind('surveyor');
    for (const namespace of ['bank', 'shop', 'store']) bind('reader', namespace);
    const emitted = record({});

    await until(() => emitted.length > 0);
    expect(emitted).toEqual(['bank,shop,store']);
    const asked = requests.length;
    server.objects.create(core.v1.namespaces, { metadata: { name: 'new' } });
    await until(() => requests.length > asked);
    server.objects.delete(core.v1.namespaces, 'shop');
    await until(() => emitted.length > 1);
    expect(emitted).toEqual(['bank,shop,store', 'bank,store']);
    // The rights of the other namespaces were not asked for again.
    expect(requests.length - asked).toBe(1);
  });

  it('should call onError with the error of a request for the namespaces, and go on if onError throws', async () => {
    role('surveyor', { verbs: ['list', 'watch'], apiGroups: [''], resources: ['namespaces'] });
    bind('surveyor');
    bind('reader', 'shop');
    server.faults.add({ match: { resource: 'namespaces', nth: 1 }, fault: { type: 'refuse', status: 500 } });
    const failures: string[] = [];
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => unhandled.push(error);
    const emitted = record({
      onError: ({ failure }) => {
        failures.push(failure);
        throw new Error('thrown by onError');
      },
    });

    await until(() => emitted.length > 0);
    expect(failures).toEqual(['transient']);
    expect(unhandled).toEqual([new Error('thrown by onError')]);
    expect(emitted).toEqual(['shop']);
  });

  it('should emit all namespaces after one review if the user has the right in the whole cluster', async () => {
    bind('reader');
    const emitted = record({ candidates: all });

    await until(() => emitted.length > 0);
    expect(emitted).toEqual([all.join()]);
    expect(requests.filter(({ body }) => body?.includes('SelfSubjectRulesReview'))).toEqual([]);
  });

  it('should emit a change of the rights at the next check, and only a change', async () => {
    bind('reader', 'shop');
    const emitted = record({ candidates: all, checkInterval: 20 });

    await until(() => emitted.length > 0);
    const asked = requests.length;
    await until(() => requests.length > asked + 20);
    bind('reader', 'yard');
    await until(() => emitted.length > 1);
    server.objects.delete(rbac.v1.rolebindings, 'shop/alice-reader');
    await until(() => emitted.length > 2);
    expect(emitted).toEqual(['shop', 'shop,yard', 'yard']);
  });

  it('should check new candidates of an Observable', async () => {
    for (const namespace of ['bank', 'shop']) bind('reader', namespace);
    const candidates = new BehaviorSubject<Iterable<string>>(new Set(['bank']));
    const emitted = record({ candidates, checkInterval: 0 });

    await until(() => emitted.length > 0);
    candidates.next(['shop', 'bank', 'cellar']);
    await until(() => emitted.length > 1);
    expect(emitted).toEqual(['bank', 'bank,shop']);
  });

  it('should emit an empty list if the user may list the resource nowhere, not even with rights for names', async () => {
    role('one', { ...reading, resourceNames: ['web'] });
    role('lister', { ...reading, verbs: ['list'] });
    bind('one', 'shop');
    bind('lister', 'bank');
    const emitted = record({ candidates: all });

    await until(() => emitted.length > 0);
    expect(emitted).toEqual(['']);
  });

  it('should error without candidates if the user may not list namespaces', async () => {
    const emitted = record({});

    await until(() => emitted.length > 0);
    expect(emitted).toEqual([
      expect.stringContaining('KubeError: listableNamespaces: the user may not list'),
    ]);
  });

  it('should ask with access reviews if the rules are incomplete or refused', async () => {
    await server.close();
    server = createApiServer({
      tokens: { root: 'root', alice: { user: 'alice' } },
      // With this option, the server does not know which rules apply.
      authorize: ({ namespace, resource }) =>
        (resource ?? '').startsWith('selfsubject') || namespace === 'yard',
    });
    const emitted = record({ candidates: all });

    await until(() => emitted.length > 0);
    expect(emitted).toEqual(['yard']);
  });
});

describe('listableNamespaces, over a transport', () => {
  const status = (code: number) => throwError(() => new StatusError({ code, reason: '' }));
  const given = { candidates: ['shop'] };
  const { pods } = core.v1;

  it('should emit nothing while the server does not answer', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(listableNamespaces({ open: () => NEVER }, pods, given), '^ 1s !').toBe('-');
    });
  });

  it('should error with a failure that a retry does not solve, and repeat another check', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(listableNamespaces({ open: () => status(401) }, pods, given)).toBe(
        '#',
        {},
        expect.objectContaining({ failure: 'unauthorized' }),
      );
      let times = 0;
      const open: Transport['open'] = () => {
        times += 1;
        return times < 3 ? throwError(() => new ConnectionError('cut')) : status(401);
      };
      expectObservable(listableNamespaces({ open }, pods, given)).toBe(
        '2400ms #',
        {},
        expect.objectContaining({ failure: 'unauthorized' }),
      );
    });
  });

  it('should call onError with the error of each check that it repeats', () => {
    const errors: unknown[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    marbles().run(({ expectObservable }) => {
      let times = 0;
      const open: Transport['open'] = () =>
        ++times < 3 ? throwError(() => new ConnectionError(`cut ${times}`)) : status(401);
      expectObservable(listableNamespaces({ open }, pods, { ...given, onError })).toBe(
        '2400ms #',
        {},
        expect.objectContaining({ failure: 'unauthorized' }),
      );
    });
    expect(errors).toEqual(['cut 1', 'cut 2']);
  });

  it('should subscribe to the candidates while it is subscribed, and emit their error', () => {
    const answer = (body: object) => of(new TextEncoder().encode(JSON.stringify(body)));
    const open: Transport['open'] = ({ body }) =>
      answer({
        kind: (JSON.parse(body ?? '{}') as { kind: string }).kind,
        apiVersion: 'authorization.k8s.io/v1',
        status: { allowed: false, incomplete: false, resourceRules: [] },
      });
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const candidates = hot('-a-#', { a: ['shop'] }, 'no');
      const wrong = { candidates: of([1] as unknown as string[]) };

      expectObservable(listableNamespaces({ open }, pods, { candidates })).toBe('-e-#', { e: [] }, 'no');
      expectObservable(listableNamespaces({ open }, pods, { candidates }), '^-!').toBe('-e', { e: [] });
      expectObservable(listableNamespaces({ open }, pods, { candidates: EMPTY }), '^-!').toBe('-');
      expectObservable(listableNamespaces({ open }, pods, wrong)).toBe('#', {}, expect.any(OptionsError));
      expectSubscriptions(candidates.subscriptions).toBe(['^--!', '^-!']);
    });
  });

  it('should refuse wrong arguments', () => {
    const open = { open: () => new Subject<never>() };
    expect(() => listableNamespaces({} as never, pods)).toThrow(OptionsError);
    expect(() => listableNamespaces(open, core.v1.nodes)).toThrow('whose objects have a namespace');
    expect(() => listableNamespaces(open, pods, { candidates: 'shop' })).toThrow('an iterable of names');
    expect(() => listableNamespaces(open, pods, { maxConcurrent: 0 })).toThrow(OptionsError);
    expect(() => listableNamespaces(open, pods, { onError: 1 as never })).toThrow(OptionsError);
    expect(() => listableNamespaces(open, pods, { interval: 1 } as never)).toThrow(OptionsError);
  });
});
