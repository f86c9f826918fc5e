import { fetchTransport } from '../../src/fetch/index.ts';
import { trustingFetch } from './support/trusting-fetch.ts';
import { transportContract } from './transport-contract.ts';

transportContract('fetchTransport', (server, token) =>
  fetchTransport({ server, ...(token !== undefined && { token }), ...(isSecure(server) && trusting) }),
);

const trusting = { fetch: trustingFetch };
const isSecure = (server: string): boolean => server.startsWith('https:');
