import { afterEach } from '@jest/globals';
import type { RequestListener } from 'node:http';
import process from 'node:process';
import { lastValueFrom, toArray } from 'rxjs';
import type { KubeRequest, Transport } from '../../../src/source/index.ts';
import { startServer, type TestServer, type Wire } from './http-server.ts';

/** Returns the bearer token for a transport, or a promise of the token. */
export type TokenGiver = () => string | undefined | Promise<string | undefined>;

/** Creates the transport under test. The transport trusts the certificate of `tls-front.ts`. */
export type MakeTransport = (
  address: string,
  token?: TokenGiver,
  options?: { readonly headersTimeout?: number },
) => Transport;

/** The transport under test, and the protocol (HTTP or HTTPS) of the test servers. */
export interface Subject {
  readonly make: MakeTransport;
  readonly wire: Wire;
}

/** A simple GET request. */
export const get: KubeRequest = { path: '/api/v1/pods' };

/** Returns a function that starts a test server. Each server is closed after its spec. */
export function serversForEach(wire: Wire): (handler: RequestListener) => Promise<TestServer> {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (handler) => {
    const server = await startServer(handler, wire);
    servers.push(server);
    return server;
  };
}

/** Reads the whole body of a response as text. */
export async function read(transport: Transport, request: KubeRequest = get): Promise<string> {
  return Buffer.concat(await lastValueFrom(transport.open(request).pipe(toArray()))).toString();
}

/** Sends a request that must fail. Returns its error. */
export function failed(transport: Transport, request?: KubeRequest): Promise<unknown> {
  return read(transport, request).then(
    (body) => {
      throw new Error(`the request did not fail, but returned ${body}`);
    },
    (error: unknown) => error,
  );
}

/** Returns the number of active TCP sockets of this process. The sockets of test servers count, too. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
}
