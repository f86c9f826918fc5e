import { describe, expect, it, jest } from '@jest/globals';
import { catchError, concat, defer, from, NEVER, type Observable, of, tap, throwError } from 'rxjs';
import {
  ConnectionError,
  type KubeRequest,
  OptionsError,
  ProtocolError,
  StatusError,
  type Transport,
} from 'rx-informer';
import { defineResource, type ResourceClient, resourceClient } from 'rx-informer/client';
import { apps, core, type ConfigMap, type Pod } from 'rx-informer/kinds';
import { marbleScheduler } from 'rx-informer/testing';

const encoder = new TextEncoder();
const bytes = (value: unknown): Observable<Uint8Array> =>
  of(encoder.encode(typeof value === 'string' ? value : JSON.stringify(value)));
const web = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '7' },
};

/** Creates a transport that answers the n-th request with the n-th answer. The transport records its requests. */
function scripted(...answers: readonly (() => Observable<Uint8Array>)[]): {
  readonly transport: Transport;
  readonly requests: readonly KubeRequest[];
} {
  const requests: KubeRequest[] = [];
  return {
    requests,
    transport: {
      open: (request) => {
        requests.push(request);
        return (answers[requests.length - 1] ?? answers.at(-1) ?? (() => bytes(web)))();
      },
    },
  };
}

const failureOf = (source$: Observable<unknown>): unknown => {
  let failure: unknown;
  source$.subscribe({ error: (error: unknown) => (failure = error) });
  return failure;
};

describe('the requests of resourceClient', () => {
  const write = { dryRun: true, fieldManager: 'mine', fieldValidation: 'Strict' } as const;
  const query = { dryRun: 'All', fieldManager: 'mine', fieldValidation: 'Strict' };
  const path = '/api/v1/namespaces/shop/configmaps/web';

  it.each<[string, (client: ResourceClient<ConfigMap>) => Observable<unknown>, Partial<KubeRequest>]>([
    ['get', (client) => client.get('shop/web'), { path }],
    [
      'create',
      (client) => client.create({ metadata: { name: 'web', namespace: 'shop' } }, write),
      { method: 'POST', path: '/api/v1/namespaces/shop/configmaps', query },
    ],
    ['update', (client) => client.update(web, write), { method: 'PUT', path, query }],
    [
      'patch with an array',
      (client) => client.patch('shop/web', [{ op: 'remove', path: '/data' }], write),
      { method: 'PATCH', path, query, headers: { 'content-type': 'application/json-patch+json' } },
    ],
    [
      'patch with an object',
      (client) => client.patch('shop/web', { data: null }),
      { method: 'PATCH', path, headers: { 'content-type': 'application/merge-patch+json' } },
    ],
    [
      'apply',
      (client) => client.apply('shop/web', { data: {} }, { ...write, force: true }),
      {
        method: 'PATCH',
        path,
        query: { ...query, force: 'true' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
      },
    ],
    ['delete', (client) => client.delete('shop/web'), { method: 'DELETE', path }],
    [
      'deleteAll',
      (client) => client.deleteAll({ namespace: 'shop', labelSelector: 'app=web' }),
      { method: 'DELETE', path: '/api/v1/namespaces/shop/configmaps', query: { labelSelector: 'app=web' } },
    ],
    ['a subresource', (client) => client.status.get('shop/web'), { path: `${path}/status` }],
  ])('should have the method, path, query and headers of %s', (_, send, expected) => {
    const { transport, requests } = scripted();
    send(resourceClient(transport, core.v1.configmaps)).subscribe();
    expect(requests).toMatchObject([expected]);
  });

  it('should add apiVersion and kind to the body, and the name to an applied object', () => {
    const { transport, requests } = scripted();
    const client = resourceClient(transport, apps.v1.deployments);
    client.create({ metadata: { name: 'web', namespace: 'shop' } }).subscribe();
    client.apply('shop/web', { spec: { replicas: 1 } }, { fieldManager: 'mine' }).subscribe();
    expect(requests.map(({ body = '' }) => JSON.parse(body) as unknown)).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } },
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { replicas: 1 },
      },
    ]);
  });

  it('should have a content type if it has a body, because fetch would send text', () => {
    const { transport, requests } = scripted();
    const client = resourceClient(transport, core.v1.configmaps);
    client.get('shop/web').subscribe();
    client.create({ metadata: { name: 'web', namespace: 'shop' } }).subscribe();
    client.delete('shop/web').subscribe();
    client.deleteAll({ namespace: 'shop' }).subscribe();
    const json = { 'content-type': 'application/json' };
    expect(requests.map(({ headers }) => headers)).toEqual([undefined, json, json, json]);
  });

  it('should escape the characters that YAML does not allow or replaces', () => {
    const { transport, requests } = scripted();
    const text = 'a\u007f\u0085\u2028\ufffeü';
    const client = resourceClient(transport, core.v1.configmaps);
    client.apply('shop/web', { data: { text } }, { fieldManager: 'mine' }).subscribe();
    expect(requests[0]?.body).toContain('"text":"a\\u007f\\u0085\\u2028\\ufffeü"');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ data: { text } });
  });

  it('should have the guard of an edit behind the changes, because a recipe can replace the metadata', () => {
    const { transport, requests } = scripted();
    const client = resourceClient(transport, core.v1.configmaps);
    const edited$ = client.edit('shop/web', (draft) => {
      draft.metadata = { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '' };
    });
    edited$.subscribe();
    const guard = { op: 'add', path: '/metadata/resourceVersion', value: '7' };
    expect((JSON.parse(requests[1]?.body ?? '[]') as unknown[]).at(-1)).toEqual(guard);
  });

  it('should have the options of a delete in the body', () => {
    const { transport, requests } = scripted();
    const client = resourceClient(transport, core.v1.configmaps);
    client
      .delete('shop/web', {
        dryRun: true,
        preconditions: { uid: 'u1', resourceVersion: '7' },
        propagationPolicy: 'Foreground',
        gracePeriodSeconds: 0,
      })
      .subscribe();
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      dryRun: ['All'],
      preconditions: { uid: 'u1', resourceVersion: '7' },
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
    });
  });

  it('should be aborted by an unsubscribe', () => {
    const onUnsubscribe = jest.fn();
    const transport: Transport = { open: () => NEVER.pipe(tap({ unsubscribe: onUnsubscribe })) };
    const subscription = resourceClient(transport, core.v1.pods).get('shop/web').subscribe();
    expect(onUnsubscribe).not.toHaveBeenCalled();
    subscription.unsubscribe();
    expect(onUnsubscribe).toHaveBeenCalledTimes(1);
  });
});

describe('the answers of resourceClient', () => {
  const get = (answer: () => Observable<Uint8Array>): unknown =>
    failureOf(resourceClient(scripted(answer).transport, core.v1.configmaps).get('shop/web'));

  it('should be decoded from chunks of any size', () => {
    const text = encoder.encode(JSON.stringify({ ...web, data: { text: 'über' } }));
    const transport: Transport = { open: () => from(Array.from(text, (byte) => Uint8Array.of(byte))) };
    const onNext = jest.fn();
    resourceClient(transport, core.v1.configmaps).get('shop/web').subscribe(onNext);
    expect(onNext.mock.calls).toEqual([[{ ...web, data: { text: 'über' } }]]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"kind":'],
    ['no object', '[]'],
    ['an object without a uid', { ...web, metadata: { name: 'web', resourceVersion: '1' } }],
    ['a Table', { kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: [] }],
    ['a list', { kind: 'ConfigMapList', items: [] }],
  ])('should fail with a ProtocolError for %s', (_, answer) => {
    const error = get(() => bytes(answer));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toContain('GET /api/v1/namespaces/shop/configmaps/web');
  });

  it('should fail with a StatusError for a failure in a body with status 200', () => {
    const status = { kind: 'Status', status: 'Failure', code: 409, reason: 'Conflict', message: 'no' };
    const message = 'no (409 for GET /api/v1/namespaces/shop/configmaps/web)';
    expect(get(() => bytes(status))).toMatchObject({ code: 409, reason: 'Conflict', message });
  });

  it('should fail with a ProtocolError above 16 MiB, at the chunk that exceeds the limit', () => {
    const chunk = new Uint8Array(9 * 1_048_576).fill(0x20);
    const error = get(() => concat(of(chunk), of(chunk), NEVER));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toContain('longer than 16777216 bytes');
  });

  it('should be undefined for a delete whose answer is an object that is gone', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const answers: readonly [object, boolean][] = [
      [{}, false],
      [{ deletionTimestamp, deletionGracePeriodSeconds: 0 }, false],
      [{ deletionTimestamp, deletionGracePeriodSeconds: 30 }, true],
      [{ deletionTimestamp, finalizers: ['example.com/wait'] }, true],
    ];
    const spec = { finalizers: ['kubernetes'] };
    const terminating = { kind: 'Namespace', spec, metadata: { ...web.metadata, deletionTimestamp } };
    const onNamespace = jest.fn();
    const { transport: namespaces } = scripted(() => bytes(terminating));
    resourceClient(namespaces, core.v1.namespaces).delete('web').subscribe(onNamespace);
    expect(onNamespace.mock.calls).toEqual([[terminating]]);
    for (const [metadata, isKept] of answers) {
      const { transport } = scripted(() => bytes({ ...web, metadata: { ...web.metadata, ...metadata } }));
      const onNext = jest.fn();
      resourceClient(transport, core.v1.configmaps).delete('shop/web').subscribe(onNext);
      expect(onNext.mock.calls[0]?.[0] !== undefined).toBe(isKept);
    }
  });

  it('should be accepted without a name and a uid for a review', () => {
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      status: {},
    };
    const reviews = defineResource({
      group: 'authorization.k8s.io',
      version: 'v1',
      resource: 'selfsubjectaccessreviews',
      kind: 'SelfSubjectAccessReview',
      namespaced: false,
    });
    const onNext = jest.fn();
    resourceClient(scripted(() => bytes(review)).transport, reviews)
      .create({ spec: {} })
      .subscribe(onNext);
    expect(onNext.mock.calls).toEqual([[review]]);
  });

  it('should be validated for the create of any other kind', () => {
    const { transport } = scripted(() => bytes({ kind: 'ConfigMap' }));
    const create$ = resourceClient(transport, core.v1.configmaps).create({
      metadata: { name: 'a', namespace: 'b' },
    });
    expect(failureOf(create$)).toBeInstanceOf(ProtocolError);
  });

  it('should be ignored for deleteAll, whatever its size', () => {
    const chunk = new Uint8Array(9 * 1_048_576);
    const { transport } = scripted(() => of(chunk, chunk));
    const onComplete = jest.fn();
    resourceClient(transport, core.v1.nodes).deleteAll({}).subscribe({ complete: onComplete });
    expect(onComplete).toHaveBeenCalledTimes(1);
  });

  it('should not contain the token of a service account in an error', () => {
    const { transport } = scripted(() => bytes('{"status":{"token":"t0k3n"}'));
    const accounts = resourceClient(transport, core.v1.serviceaccounts);
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
    expect(failureOf(accounts.subresource('token').create('shop/web', request))).toMatchObject({
      excerpt: '',
    });
  });

  it('should not contain any data of a Secret in an error', () => {
    const { transport } = scripted(() => bytes('{"data":{"password":"c2VjcmV0"}'));
    const error = failureOf(resourceClient(transport, core.v1.secrets).get('shop/web'));
    expect(error).toMatchObject({ excerpt: '' });
    expect(String(error)).not.toContain('c2VjcmV0');
  });

  it('should redact the credentials of the transport in errors', () => {
    const transport: Transport = {
      open: () => throwError(() => new StatusError({ code: 500, message: 'token abcdefghij is wrong' })),
      redact: (text) => text.replaceAll('abcdefghij', '(not shown)'),
    };
    const error = failureOf(resourceClient(transport, core.v1.pods).get('shop/web'));
    expect(error).toMatchObject({
      message: expect.stringMatching(/^token \(not shown\) is wrong/) as unknown,
    });
  });

  it('should pass on a ConnectionError', () => {
    const failure = new ConnectionError('no answer');
    expect(get(() => throwError(() => failure))).toBe(failure);
  });
});

describe('the warnings of resourceClient', () => {
  it('should be emitted for the client and its subresources', () => {
    const transport: Transport = {
      open: ({ onWarning }) =>
        defer(() => {
          onWarning?.('v1 ComponentStatus is deprecated');
          return bytes(web);
        }),
    };
    const client = resourceClient(transport, core.v1.configmaps);
    const onWarning = jest.fn();
    client.warnings$.subscribe(onWarning);
    client.get('shop/web').subscribe();
    client.status.get('shop/web').subscribe();
    const path = '/api/v1/namespaces/shop/configmaps/web';
    expect(onWarning.mock.calls).toEqual([
      [{ text: 'v1 ComponentStatus is deprecated', request: `GET ${path}` }],
      [{ text: 'v1 ComponentStatus is deprecated', request: `GET ${path}/status` }],
    ]);
  });
});

describe('maxRetries of resourceClient', () => {
  const failed = new Error('failed');
  const throttled =
    (code = 429, retryAfterSeconds?: number) =>
    (): Observable<never> =>
      throwError(
        () => new StatusError({ code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }),
      );

  it.each<[string, number | undefined, readonly (() => Observable<Uint8Array>)[], string, number]>([
    ['not retry by default', undefined, [throttled(429, 2)], '#', 1],
    ['wait for Retry-After', 2, [throttled(429, 2), throttled(503, 1), () => bytes(web)], '3s (a|)', 3],
    ['send again immediately for 0 s', 1, [throttled(429, 0), () => bytes(web)], '(a|)', 2],
    ['fail after the last retry', 1, [throttled(429, 1)], '1s #', 2],
    ['not retry without Retry-After', 5, [throttled(429)], '#', 1],
    ['not retry another status', 5, [throttled(409, 1)], '#', 1],
  ])('should %s', (_, maxRetries, answers, marbles, count) => {
    const { transport, requests } = scripted(...answers);
    const options = maxRetries === undefined ? {} : { maxRetries };
    const get$ = resourceClient(transport, core.v1.configmaps, options).get('shop/web');
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(get$.pipe(catchError(() => throwError(() => failed)))).toBe(
        marbles,
        { a: web },
        failed,
      );
    });
    expect(requests).toHaveLength(count);
  });
});

describe('wrong arguments of resourceClient', () => {
  const { transport, requests } = scripted();
  const pods = resourceClient(transport, core.v1.pods);
  const nodes = resourceClient(transport, core.v1.nodes);
  const cyclic: Record<string, unknown> = { metadata: { name: 'a', namespace: 'b' } };
  cyclic['self'] = cyclic;
  const pod = { metadata: { name: 'a', namespace: 'b' } };
  const own = { fieldManager: 'mine' };

  it.each<[string, () => unknown, string]>([
    ['no transport', () => resourceClient({} as never, core.v1.pods), 'resourceClient: transport'],
    [
      'a resource without a kind',
      () => resourceClient(transport, { group: '', version: 'v1', resource: 'pods' } as never),
      'resourceClient: resource: kind',
    ],
    [
      'a kind with a slash',
      () => defineResource({ group: '', version: 'v1', resource: 'pods', kind: 'a/b', namespaced: true }),
      'defineResource: resource: kind',
    ],
    [
      'no scope',
      () => defineResource({ group: '', version: 'v1', resource: 'pods', kind: 'Pod' } as never),
      'defineResource: resource: namespaced',
    ],
    [
      'a kind as plural',
      () => defineResource({ group: '', version: 'v1', resource: 'Pod', kind: 'Pod', namespaced: true }),
      'defineResource: resource: resource',
    ],
    [
      'an unknown option',
      () => resourceClient(transport, core.v1.pods, { retries: 1 } as never),
      "resourceClient: unknown option 'retries'; allowed: maxRetries, keepManagedFields",
    ],
    ['a text as object of update', () => pods.update('x' as never), 'update: object must be an object'],
    [
      'a text as object of apply',
      () => pods.apply('a/b', 'x' as never, own),
      'apply: object must be an object',
    ],
    [
      'a text as object of a subresource',
      () => pods.subresource('eviction').create('b/a', 'x' as never),
      'create: object must be an object',
    ],
    [
      'an unknown option of update',
      () => pods.update(pod as Pod, { dryrun: true } as never),
      'update: unknown option',
    ],
    [
      'an unknown option of patch',
      () => pods.patch('b/a', {}, { dryrun: true } as never),
      'patch: unknown option',
    ],
    [
      'an unknown option of edit',
      () => pods.edit('b/a', () => undefined, { try: 1 } as never),
      'edit: unknown option',
    ],
    [
      'an unknown option of a subresource',
      () => pods.subresource('eviction').create('b/a', pod, { dryrun: true } as never),
      'create: unknown option',
    ],
    [
      'an unknown option of delete',
      () => pods.delete('b/a', { uid: 'x' } as never),
      'delete: unknown option',
    ],
    [
      'an unknown option of deleteAll',
      () => nodes.deleteAll({}, { uid: 'x' } as never),
      'deleteAll: unknown option',
    ],
    ['a wrong key of update', () => pods.update({ metadata: { name: 'web' } } as never), 'update: key'],
    ['a wrong key of patch', () => pods.patch('web', {}), 'patch: key'],
    ['a wrong key of apply', () => pods.apply('web', {}, own), 'apply: key'],
    ['a wrong key of edit', () => pods.edit('web', () => undefined), 'edit: key'],
    ['a wrong key of delete', () => pods.delete('web'), 'delete: key'],
    ['a wrong key of a subresource', () => pods.subresource('eviction').create('web', pod), 'create: key'],
    ['a cycle in a patch', () => pods.patch('b/a', cyclic), 'patch: patch must be JSON: no cycles'],
    ['a cycle in an apply', () => pods.apply('b/a', cyclic, own), 'apply: object must be JSON: no cycles'],
    ['a cycle in an update', () => pods.update(cyclic as never), 'update: object must be JSON: no cycles'],
    [
      'null as patch',
      () => pods.patch('b/a', null as never),
      'patch: patch must be a JSON patch (an array), or a',
    ],
    [
      'a subresource in capitals',
      () => pods.subresource('Scale'),
      'subresource: name must be a name, such as scale',
    ],
    ['a subresource with an empty part', () => pods.subresource('proxy/'), 'subresource: name'],
    ['a number as subresource', () => pods.subresource(1 as never), 'subresource: name'],
    [
      'no namespace in a key',
      () => pods.get('web'),
      'get: key must be with a namespace: pods are namespaced',
    ],
    [
      'a key without a name, in words',
      () => pods.get('shop/'),
      'get: key must be `name` or `namespace/name`',
    ],
    ['a key without a namespace', () => pods.get('web'), 'get: key'],
    ['a key with two slashes', () => pods.get('a/b/c'), 'key'],
    ['a key without a name', () => pods.get('shop/'), 'get: key'],
    ['no key', () => pods.get(undefined as never), 'get: key'],
    ['a key with a namespace for a cluster-scoped resource', () => nodes.get('a/b'), 'get: key'],
    ['an object without a namespace', () => pods.create({ metadata: { name: 'web' } }), 'metadata.namespace'],
    ['another kind', () => pods.create({ ...pod, kind: 'Node' }), "create: kind must be 'Pod'"],
    ['another version', () => pods.update({ ...pod, apiVersion: 'v2' } as Pod), "must be 'v1'"],
    ['no object', () => pods.create(undefined as never), 'create: object'],
    ['a cycle', () => pods.create(cyclic), 'create: object'],
    ['a text as patch', () => pods.patch('a/b', 'x' as never), 'patch: patch'],
    ['no field manager', () => pods.apply('a/b', {}, {} as never), 'apply: fieldManager'],
    ['an empty field manager', () => pods.apply('a/b', {}, { fieldManager: ' ' }), 'apply: fieldManager'],
    [
      'another name than in the key',
      () => pods.apply('a/b', { metadata: { name: 'c' } }, { fieldManager: 'mine' }),
      'apply: metadata.name',
    ],
    ['no recipe', () => pods.edit('a/b', undefined as never), 'edit: recipe'],
    ['no attempts', () => pods.edit('a/b', () => undefined, { attempts: 0 }), 'edit: attempts'],
    [
      'no informer',
      () => pods.edit('a/b', () => undefined, { from: {} as never }),
      'edit: from must be an informer',
    ],
    ['an unknown dry run', () => pods.create(pod, { dryRun: 'All' } as never), 'create: dryRun'],
    [
      'an unknown policy',
      () => pods.delete('a/b', { propagationPolicy: 'None' } as never),
      'propagationPolicy',
    ],
    [
      'an empty precondition',
      () => pods.delete('a/b', { preconditions: { uid: '' } }),
      'delete: preconditions',
    ],
    ['a negative period', () => pods.delete('a/b', { gracePeriodSeconds: -1 }), 'gracePeriodSeconds'],
    ['no namespace for deleteAll', () => pods.deleteAll({}), 'deleteAll: namespace'],
    ['no selector for deleteAll', () => nodes.deleteAll(undefined as never), 'deleteAll: selector'],
    ['a wrong selector', () => nodes.deleteAll({ labelSelector: 'a===b' }), 'a===b'],
    [
      'a namespace for cluster-scoped objects',
      () => nodes.deleteAll({ namespace: 'a' }),
      'deleteAll: namespace',
    ],
    ['a path as subresource', () => pods.subresource('../nodes'), 'subresource: name'],
    ['a name that a URL resolves', () => pods.delete('shop/..'), "no '.' or '..'"],
    ['a name that is the collection', () => pods.get('shop/.'), "no '.' or '..'"],
    ['a namespace that a URL resolves', () => pods.deleteAll({ namespace: '..' }), "no '.' or '..'"],
    [
      'a new object in such a namespace',
      () => pods.create({ metadata: { name: 'a', namespace: '.' } }),
      "no '.' or '..'",
    ],
    ['a selector of a blank', () => nodes.deleteAll({ labelSelector: ' ' }), 'deleteAll: labelSelector'],
    [
      'a field selector without a requirement',
      () => nodes.deleteAll({ fieldSelector: ',' }),
      'deleteAll: fieldSelector',
    ],
    [
      'a field selector without a field',
      () => nodes.deleteAll({ fieldSelector: '=' }),
      'deleteAll: fieldSelector',
    ],
    ['an empty selector', () => nodes.deleteAll({ labelSelector: '' }), 'deleteAll: labelSelector'],
    ['an empty field selector', () => nodes.deleteAll({ fieldSelector: '' }), 'deleteAll: fieldSelector'],
    [
      'another name than in the key of a subresource',
      () => pods.subresource('eviction').create('b/c', pod),
      'create: metadata.name',
    ],
    [
      'a subresource object without a kind',
      () => pods.subresource('eviction').create('b/a', pod),
      'create: apiVersion',
    ],
  ])('should throw an OptionsError for %s, and send nothing', (_, call, text) => {
    let error: unknown;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as OptionsError).message).toContain(text);
    expect(requests).toEqual([]);
  });

  it('should not show an object in the error, because the object can be a Secret', () => {
    const secrets = resourceClient(transport, core.v1.secrets);
    const call = () => secrets.create([{ stringData: { password: 'hunter2' } }] as never);
    expect(call).toThrow(OptionsError);
    expect(call).not.toThrow('hunter2');
  });

  it('should not show a patch in the error, because the patch can be of a Secret', () => {
    const secrets = resourceClient(transport, core.v1.secrets);
    const call = () => secrets.patch('a/b', 'hunter2' as never);
    expect(call).toThrow('patch: patch must be');
    expect(call).not.toThrow('hunter2');
  });
});
