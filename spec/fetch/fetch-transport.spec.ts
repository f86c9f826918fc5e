import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { ConnectionError, OptionsError, StatusError } from '../../src/objects/index.ts';
import { type FetchLike, fetchTransport, type FetchTransportOptions } from '../../src/fetch/index.ts';

describe('fetchTransport', () => {
  const answering = (respond: (url: string, init: RequestInit) => Response | Promise<Response>) =>
    jest.fn<FetchLike>((url, init) => Promise.resolve(respond(url, init)));
  const headersOf = (init: RequestInit | undefined): Record<string, string> =>
    Object.fromEntries(new Headers(init?.headers));

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should request unindented JSON with each GET and no other request (P125)', async () => {
    const fetch = answering(() => new Response('x'));
    const transport = fetchTransport({ server: 'https://host', fetch });

    await lastValueFrom(transport.open({ path: '/a', query: { watch: 'true' } }));
    await lastValueFrom(transport.open({ path: '/a', query: { pretty: 'true' } }));
    await lastValueFrom(transport.open({ path: '/a', method: 'POST', body: '{}' }));

    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      'https://host/a?pretty=false&watch=true',
      'https://host/a?pretty=true',
      'https://host/a',
    ]);
    expect(fetch.mock.calls[2]?.[1]).toMatchObject({ method: 'POST', body: '{}', redirect: 'manual' });
  });

  it.each([
    ['', '/api?pretty=false'],
    ['/k8s/clusters/c-1/', '/k8s/clusters/c-1/api?pretty=false'],
    ['https://host:6443', 'https://host:6443/api?pretty=false'],
    ['http://[::1]:8001/', 'http://[::1]:8001/api?pretty=false'],
  ])('should accept the server %p', async (server, url) => {
    const fetch = answering(() => new Response('x'));

    await lastValueFrom(fetchTransport({ server, fetch }).open({ path: '/api' }));

    expect(fetch.mock.calls[0]?.[0]).toBe(url);
  });

  it('should send its headers, overridden by those of the request, and by the token', async () => {
    const fetch = answering(() => new Response('x'));
    const headers = { 'X-A': '1', 'x-b': '1', Authorization: 'Basic x' };
    const transport = fetchTransport({ server: '', fetch, headers, token: () => 't' });

    await lastValueFrom(transport.open({ path: '/', headers: { 'x-B': '2', Accept: 'application/yaml' } }));

    expect(headersOf(fetch.mock.calls[0]?.[1])).toEqual({
      accept: 'application/yaml',
      authorization: 'Bearer t',
      'x-a': '1',
      'x-b': '2',
    });
  });

  it.each([undefined, ''])('should send no authorization for the token %p', async (token) => {
    const fetch = answering(() => new Response('x'));

    await lastValueFrom(fetchTransport({ server: '', fetch, token: () => token }).open({ path: '/' }));

    expect(headersOf(fetch.mock.calls[0]?.[1])).not.toHaveProperty('authorization');
  });

  it('should use the global fetch at the time of the call', async () => {
    const transport = fetchTransport({ server: 'https://host' });
    const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('x'));

    expect(await lastValueFrom(transport.open({ path: '/' }))).toHaveLength(1);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('should treat a redirect that a browser hides as a refused login, with the code 300', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    });

    const failed = lastValueFrom(
      fetchTransport({ server: '', fetch: answering(() => hidden) }).open({ path: '/' }),
    );

    await expect(failed).rejects.toBeInstanceOf(StatusError);
    await expect(failed).rejects.toMatchObject({
      code: 300,
      failure: 'unauthorized',
      message: expect.stringContaining('a redirect to GET /: a login proxy asks to sign in'),
      advice: expect.stringMatching(/^sign in again/),
    });
  });

  it.each<[string, FetchLike]>([
    ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'throws',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('should name the likely problem when fetch %s', async (_, fetch) => {
    const failed = lastValueFrom(fetchTransport({ server: '', fetch }).open({ path: '/' }));

    await expect(failed).rejects.toBeInstanceOf(ConnectionError);
    await expect(failed).rejects.toMatchObject({
      message: expect.stringContaining("no answer from the page's own origin:"),
      cause: new TypeError('Failed to fetch'),
    });
  });

  it('should abort its signal, and cancel a body whose fetch ignores the signal', () => {
    let signal: AbortSignal | null | undefined;
    const cancelled = jest.fn<() => void>();
    const fetch = answering((_, init) => {
      ({ signal } = init);
      return new Response(new ReadableStream({ cancel: cancelled }));
    });

    const subscription = fetchTransport({ server: '', fetch }).open({ path: '/' }).subscribe();

    return new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => {
      expect(signal?.aborted).toBe(false);
      subscription.unsubscribe();
      expect(signal?.aborted).toBe(true);
      expect(cancelled).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    ['a number', 7],
    ['an object', {}],
  ])('should refuse to send an invalid token: %s', async (_, token) => {
    const fetch = answering(() => new Response('x'));
    const transport = fetchTransport({ server: '', fetch, token: () => token as unknown as string });

    await expect(lastValueFrom(transport.open({ path: '/' }).pipe(toArray()))).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['options', undefined],
    ['server', {}],
    ['server', { server: undefined }],
    ['server', { server: 'host:6443' }],
    ['server', { server: 'ftp://host' }],
    ['server', { server: '//host' }],
    ['server', { server: 'https://host?a=b' }],
    ['server', { server: 'https://host#x' }],
    ['server', { server: 'https://user:hunter2@host' }],
    ['token', { server: '', token: 'hunter2' }],
    ['headers', { server: '', headers: { 'x y': 'hunter2' } }],
    ['headers', { server: '', headers: { authorization: 'hunter2\nx' } }],
    ['headers', { server: '', headers: ['hunter2'] }],
    ['fetch', { server: '', fetch: true }],
    ['timeout', { server: '', timeout: 3 }],
  ])('should refuse invalid %s, and not repeat them: %#', (option, options) => {
    const call = (): unknown => fetchTransport(options as FetchTransportOptions);

    expect(call).toThrow(OptionsError);
    expect(call).toThrow(option);
    expect(call).not.toThrow('hunter2');
  });
});
