import { describe, expect, it } from '@jest/globals';
import { fetchTransport } from '../../src/fetch/index.ts';
import { failed, serversForEach } from './support/harness.ts';
import { trustingFetch } from './support/trusting-fetch.ts';
import { transportContract } from './transport-contract.ts';

transportContract('fetchTransport', (server, token, options) =>
  fetchTransport({
    ...options,
    server,
    ...(token !== undefined && { token }),
    ...(isSecure(server) && trusting),
  }),
);

describe('fetchTransport on Node', () => {
  const serve = serversForEach('https');

  it('should explain how to trust a self-signed certificate', async () => {
    const server = await serve((_, response) => response.end('{}'));

    expect(await failed(fetchTransport({ server: server.address }))).toMatchObject({
      message: expect.stringMatching(/\(\w*SELF_SIGNED\w*\): its certificate is self-signed/),
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it('should report an unknown host name', async () => {
    expect(await failed(fetchTransport({ server: 'https://kube.invalid' }))).toMatchObject({
      message: expect.stringMatching(/\((ENOTFOUND|EAI_AGAIN)\): its host name could not be resolved/),
    });
  });
});

const trusting = { fetch: trustingFetch };
const isSecure = (server: string): boolean => server.startsWith('https:');
