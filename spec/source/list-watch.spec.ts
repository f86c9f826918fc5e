import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, of, throwError } from 'rxjs';
import { labelSelector, OptionsError, StatusError } from '../../src/objects/index.ts';
import { listWatch, type ListWatchOptions, type WatchOptions } from '../../src/source/index.ts';
import { bytes, fakeTransport, frameText, pageText, pod } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
/** Passes a value that its type does not allow, to test JavaScript callers. */
const given = (value: unknown): never => value as never;

describe('listWatch', () => {
  it.each([
    [pods, {}, '/api/v1/pods'],
    [pods, { namespace: '' }, '/api/v1/pods'],
    [pods, { namespace: 'shop' }, '/api/v1/namespaces/shop/pods'],
    [deployments, { namespace: 'shop' }, '/apis/apps/v1/namespaces/shop/deployments'],
  ])('should request %j with %j at %s', (resource, options, path) => {
    const transport = fakeTransport(of(bytes(pageText('9', ''))), of());
    const source = listWatch(transport, resource, options);

    source.list().subscribe();
    source.watch().subscribe();

    expect(transport.requests.map((request) => request.path)).toEqual([path, path]);
  });

  it.each([
    [{ ...pods, namespaced: false }, { namespace: 'x' }, 'listWatch: namespace must be left out for pods'],
    [{ ...pods, group: 'core' }, {}, "write group: ''"],
    [{ ...pods, resource: 'Pod' }, {}, 'listWatch: resource: resource must be the plural name in lower case'],
  ])(
    'should refuse at the call options that the server could only answer with 404: %j %j',
    (resource, options, text) => {
      const call = (): unknown => listWatch(fakeTransport(of()), resource, options);

      expect(call).toThrow(OptionsError);
      expect(call).toThrow(text);
    },
  );

  it.each(['404 page not found', undefined])(
    'should name the resource when the transport reports only the message %j',
    async (message) => {
      const bare = throwError(
        () => new StatusError({ code: 404, ...(message !== undefined && { message }) }),
      );
      const failed = lastValueFrom(listWatch(fakeTransport(bare), deployments, { namespace: 'shop' }).list());

      await expect(failed).rejects.toMatchObject({
        code: 404,
        message: expect.stringContaining("no resource 'deployments' in apps/v1"),
        advice: expect.stringContaining('kubectl api-resources'),
      });
    },
  );

  it('should suggest redact() for a transport that still has conceal()', () => {
    const transport = { ...fakeTransport(of()), conceal: (text: string) => text };
    const both = { ...transport, redact: (text: string) => text };

    expect(() => listWatch(transport, pods)).toThrow(OptionsError);
    expect(() => listWatch(transport, pods)).toThrow('`conceal` is now `redact`');
    expect(() => listWatch(both, pods)).not.toThrow();
  });

  it('should send nothing before a subscription', () => {
    const transport = fakeTransport(of());
    const source = listWatch(transport, pods);

    source.list();
    source.watch();

    expect(transport.requests).toEqual([]);
  });

  it.each([
    [{ labelSelector: 'app in (web, api)' }, { labelSelector: 'app in (web, api)' }],
    [{ labelSelector: labelSelector({ app: 'web' }) }, { labelSelector: 'app=web' }],
    [{ labelSelector: '', fieldSelector: '' }, {}],
    [{ fieldSelector: 'metadata.name=web' }, { fieldSelector: 'metadata.name=web' }],
  ])('should apply selectors to both list and watch: %p', (options, query) => {
    const transport = fakeTransport(of(bytes(pageText('9', ''))), of());
    const source = listWatch(transport, pods, options);

    source.list().subscribe();
    source.watch({ resourceVersion: '9' }).subscribe();

    expect(transport.requests.map((request) => request.query)).toEqual([
      query,
      { ...query, watch: 'true', resourceVersion: '9' },
    ]);
  });

  it.each<[WatchOptions, Record<string, string>]>([
    [{}, {}],
    [{ resourceVersion: '', timeoutSeconds: 0 }, {}],
    [{ resourceVersion: '0' }, { resourceVersion: '0' }],
    [
      { allowWatchBookmarks: true, timeoutSeconds: 300 },
      { allowWatchBookmarks: 'true', timeoutSeconds: '300' },
    ],
    [{ sendInitialEvents: true }, { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }],
    [{ sendInitialEvents: false }, { sendInitialEvents: 'false', resourceVersionMatch: 'NotOlderThan' }],
    [{ shardSelector: 'shardRange(…)' }, { shardSelector: 'shardRange(…)' }],
    [{ shardSelector: '' }, {}],
  ])('should send %j as the API server’s parameters of a watch (P39)', (options, query) => {
    const transport = fakeTransport(of());

    listWatch(transport, pods).watch(options).subscribe();

    expect(transport.requests).toEqual([{ path: '/api/v1/pods', query: { watch: 'true', ...query } }]);
  });

  it('should emit equal objects from a list and from a watch', async () => {
    const transport = fakeTransport(of(bytes(pageText('9', 'a'))), of(bytes(frameText('ADDED', 'a'))));
    const source = listWatch(transport, pods);

    const page = await lastValueFrom(source.list());
    const event = await lastValueFrom(source.watch());

    expect(page.items).toEqual([pod('a')]);
    expect(event).toEqual({ type: 'ADDED', object: pod('a') });
    expect(JSON.stringify(page.items[0])).toBe(JSON.stringify(pod('a')));
  });

  it('should remove managedFields, or keep them if the option is set', async () => {
    const managed = { ...pod('a'), metadata: { ...pod('a').metadata, managedFields: [{ manager: 'm' }] } };
    const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items: [managed] };
    const seen = async (options: ListWatchOptions): Promise<unknown[]> => {
      const event = { type: 'ADDED', object: managed };
      const transport = fakeTransport(
        of(bytes(JSON.stringify(list))),
        of(bytes(`${JSON.stringify(event)}\n`)),
      );
      const source = listWatch(transport, pods, options);
      return [(await lastValueFrom(source.list())).items[0], await lastValueFrom(source.watch())];
    };

    expect(await seen({})).toEqual([pod('a'), { type: 'ADDED', object: pod('a') }]);
    expect(await seen({ keepManagedFields: true })).toEqual([managed, { type: 'ADDED', object: managed }]);
  });

  it.each([
    ['namespace', { namespace: 'a/b' }],
    ['namespace', { namespace: '..' }],
    ['namespace', { namespace: 'Shop' }],
    ['labelSelector', { labelSelector: 'a in (' }],
    ['labelSelector', { labelSelector: given({ app: 'web' }) }],
    ['labelSelector', { labelSelector: labelSelector(given(null)) }],
    ['fieldSelector', { fieldSelector: 'a' }],
    ['fieldSelector', { fieldSelector: given({}) }],
    ['keepManagedFields', { keepManagedFields: given('yes') }],
    ['maxFrameBytes', { maxFrameBytes: 0 }],
    ['maxPageBytes', { maxPageBytes: 1.5 }],
    ['pageSize', given({ pageSize: 3 })],
  ])('should refuse %s as %j', (option, options) => {
    const call = (): unknown => listWatch(fakeTransport(), pods, options);

    expect(call).toThrow(OptionsError);
    expect(call).toThrow(option);
  });

  it.each([
    ['transport', undefined, pods],
    ['transport', {}, pods],
    ['resource', fakeTransport(), undefined],
    ['resource', fakeTransport(), 'pods'],
    ['resource', fakeTransport(), { group: '', version: 'v1', resource: '' }],
    ['resource', fakeTransport(), { group: '', version: 'v1', resource: 'pods/../secrets' }],
    ['resource', fakeTransport(), { group: '..', version: 'v1', resource: 'pods' }],
    ['resource', fakeTransport(), { group: 'apps', resource: 'deployments' }],
  ])('should refuse an invalid %s', (option, transport, resource) => {
    const call = (): unknown => listWatch(given(transport), given(resource));

    expect(call).toThrow(OptionsError);
    expect(call).toThrow(`listWatch: ${option}`);
  });

  it.each([
    ['limit', { limit: -1 }],
    ['resourceVersion', { resourceVersion: given(9) }],
    ['resourceVersionMatch', { resourceVersionMatch: given('exact') }],
    ['continue', given({ continue: 'x' })],
  ])('should refuse to list with %s as %j', (option, options) => {
    const source = listWatch(fakeTransport(), pods);

    expect(() => source.list(options)).toThrow(option);
  });

  it.each([
    ['timeoutSeconds', { timeoutSeconds: 1.5 }],
    ['timeoutSeconds', { timeoutSeconds: -1 }],
    ['sendInitialEvents', { sendInitialEvents: given('true') }],
    ['allowWatchBookmarks', { allowWatchBookmarks: given(1) }],
    ['resourceVersion', { resourceVersion: given(null) }],
    ['resourceVersion', { resourceVersion: given(9) }],
    ['resourceVersionMatch', given({ resourceVersionMatch: 'NotOlderThan' })],
  ])('should refuse to watch with %s as %j', (option, options) => {
    const source = listWatch(fakeTransport(), pods);

    expect(() => source.watch(options)).toThrow(option);
  });
});
