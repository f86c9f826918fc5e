import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { get } from 'node:http';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';

/** A selector with so many terms that the server selects objects in several steps. */
const terms = encodeURIComponent(Array.from({ length: 20 }, (_, nth) => `k${nth}!=v`).join(','));

afterEach(() => {
  jest.restoreAllMocks();
});

describe('watchObjects', () => {
  it.each([
    ['a list', '', 1],
    ['a watch that begins with the current objects', '&watch=true&resourceVersion=0', 1],
    ['a streamed list', '&watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 1],
    ['a watch that continues', '&watch=true&timeoutSeconds=1&resourceVersion=', 0],
  ])('should run %s with many terms within the concurrency limit, or not', async (_, query, times) => {
    const run = jest.spyOn(ConcurrencyLimit.prototype, 'run');
    const server = createApiServer();
    server.objects.create(core.v1.configmaps, { metadata: { namespace: 'default', name: 'a' } });
    const { url } = await server.listen();
    const version = query.endsWith('=') ? server.resourceVersion : '';
    await new Promise((resolve, reject) => {
      get(`${url}/api/v1/configmaps?labelSelector=${terms}${query}${version}`, (incoming) => {
        incoming.once('readable', resolve);
        incoming.once('end', resolve);
      }).once('error', reject);
    });
    await server.close();

    expect(run).toHaveBeenCalledTimes(times);
  });
});
