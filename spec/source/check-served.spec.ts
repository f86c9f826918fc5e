import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, NEVER, type Observable, of, throwError } from 'rxjs';
import { StatusError } from '../../src/objects/index.ts';
import {
  type KubeRequest,
  type ListerWatcherHooks,
  listWatch,
  type Transport,
} from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';
import { bytes } from './fake-transport.ts';

const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };
const path = '/apis/example.com/v1/widgets';
const notFound = throwError(() => new StatusError({ code: 404, message: '404 page not found' }));
const json = (value: unknown): Observable<Uint8Array> => of(bytes(JSON.stringify(value)));
const groups = (...names: readonly string[]) =>
  json({
    kind: 'APIGroupList',
    groups: names.map((name) => ({
      name,
      versions: [{ groupVersion: `${name}/v1` }, { groupVersion: `${name}/v2` }],
    })),
  });
const resources = (...names: readonly string[]) =>
  json({ kind: 'APIResourceList', resources: names.map((name) => ({ name })) });

type Answers = Readonly<Record<string, Observable<Uint8Array>>>;

function transportOf(answers: Answers): Transport & { readonly requests: KubeRequest[] } {
  const requests: KubeRequest[] = [];
  return {
    requests,
    open: (request) => {
      requests.push(request);
      return answers[request.path] ?? notFound;
    },
  };
}

async function failureOf(
  transport: Transport,
  hooks: ListerWatcherHooks<never> = { checkServed: true },
  resource = widgets,
): Promise<StatusError> {
  const failed = firstValueFrom(listWatch(transport, resource).list({}, hooks));
  return failed.then(
    () => Promise.reject(new Error('the list did not fail')),
    (error: unknown) => error as StatusError,
  );
}

const isNotServed = async (answers: Answers): Promise<boolean> =>
  (await failureOf(transportOf(answers))).isNotServed;

describe('a 404 with checkServed', () => {
  it('should say nothing of a server that has loaded only the group of the aggregator', async () => {
    expect(await isNotServed({ '/apis': groups('apiregistration.k8s.io') })).toBe(false);
    expect(await isNotServed({ '/apis': groups() })).toBe(false);
  });

  it('should say that the resource is not served if the server has no such group', async () => {
    const transport = transportOf({ '/apis': groups('apps', 'batch') });
    const error = await failureOf(transport);

    expect(error).toMatchObject({ code: 404, failure: 'notFound', isNotServed: true });
    expect(error.message).toContain('404 page not found');
    expect(error.advice).toContain('CustomResourceDefinition');
    expect(transport.requests.map((request) => request.path)).toEqual([path, '/apis']);
    expect(transport.requests[1]?.headers).toEqual({ accept: 'application/json' });
  });

  it('should say so if no version of the group has the resource', async () => {
    expect(
      await isNotServed({
        '/apis': groups('apps', 'example.com'),
        '/apis/example.com/v1': resources('gadgets', 'gadgets/status'),
        '/apis/example.com/v2': resources('gadgets'),
      }),
    ).toBe(true);
  });

  it.each<[string, Answers]>([
    [
      'another version of the group has the resource',
      {
        '/apis': groups('example.com'),
        '/apis/example.com/v1': resources('gadgets'),
        '/apis/example.com/v2': resources('widgets'),
      },
    ],
    [
      'the same version has the resource, as for a wrong scope',
      { '/apis': groups('example.com'), '/apis/example.com/v1': resources('widgets') },
    ],
    ['a proxy answers 404 to each request', {}],
    ['a proxy answers with a web page', { '/apis': of(bytes('<html></html>')) }],
    ['the server has no groups yet', { '/apis': groups() }],
    ['discovery is another document', { '/apis': resources('widgets') }],
    ['discovery has no list of groups', { '/apis': json({ kind: 'APIGroupList' }) }],
    ['a group has no name', { '/apis': json({ kind: 'APIGroupList', groups: [{}] }) }],
    ['a group is null', { '/apis': json({ kind: 'APIGroupList', groups: [null] }) }],
    [
      'the group has no versions',
      { '/apis': json({ kind: 'APIGroupList', groups: [{ name: 'example.com', versions: [] }] }) },
    ],
    [
      'a version has no name',
      { '/apis': json({ kind: 'APIGroupList', groups: [{ name: 'example.com', versions: [7] }] }) },
    ],
    ['the document of a version is missing', { '/apis': groups('example.com') }],
    [
      'the document of one version is missing',
      { '/apis': groups('example.com'), '/apis/example.com/v1': resources('gadgets') },
    ],
    ['discovery is too long', { '/apis': of(bytes(' '.repeat(2_097_153))) }],
    ['discovery is empty', { '/apis': of() }],
    [
      'the user may not read discovery',
      { '/apis': throwError(() => new StatusError({ code: 403, reason: 'Forbidden' })) },
    ],
  ])('should change nothing if %s', async (_, answers) => {
    expect(await failureOf(transportOf(answers))).toMatchObject({ code: 404, causes: [] });
  });

  it('should not read discovery without checkServed, for the core group, or after another failure', async () => {
    const asked = transportOf({ '/apis': groups('apps') });
    await failureOf(asked, {});
    await failureOf(asked, { checkServed: false });
    await failureOf(asked, { checkServed: true }, { group: '', version: 'v1', resource: 'things' });
    const forbidden = transportOf({ [path]: throwError(() => new StatusError({ code: 403 })) });
    await failureOf(forbidden);

    expect(asked.requests.map((request) => request.path)).toEqual([path, path, '/api/v1/things']);
    expect(forbidden.requests).toHaveLength(1);
  });

  it('should check a watch, too', () => {
    const errors: unknown[] = [];
    listWatch(transportOf({ '/apis': groups('apps') }), widgets)
      .watch({ sendInitialEvents: true }, { checkServed: true })
      .subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toEqual([expect.objectContaining({ isNotServed: true })]);
  });

  it('should fail with the 404 alone after 10 s without discovery, and close that request', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const discovery = cold<Uint8Array>('-');
      const list$ = listWatch(transportOf({ '/apis': discovery }), widgets).list({}, { checkServed: true });

      expectObservable(list$).toBe('10s #', undefined, expect.objectContaining({ code: 404, causes: [] }));
      expectSubscriptions(discovery.subscriptions).toBe('^ 9999ms !');
    });
  });

  it('should close the request for discovery at an unsubscribe, and read again at a resubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const discovery = cold<Uint8Array>('-');
      const list$ = listWatch(transportOf({ '/apis': discovery }), widgets).list({}, { checkServed: true });

      expectObservable(list$, '^--!').toBe('----');
      expectObservable(list$, '-----^--!').toBe('---------');
      expectSubscriptions(discovery.subscriptions).toBe(['^--!', '-----^--!']);
    });
  });

  it('should pass an empty watch and a watch that never answers', () => {
    marbles().run(({ expectObservable }) => {
      const watch = (answer$: Observable<Uint8Array>) =>
        listWatch(transportOf({ [path]: answer$ }), widgets).watch({}, { checkServed: true });

      expectObservable(watch(of())).toBe('|');
      expectObservable(watch(NEVER)).toBe('-');
    });
  });
});
