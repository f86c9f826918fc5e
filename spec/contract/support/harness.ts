import { afterEach } from '@jest/globals';
import type { RequestListener } from 'node:http';
import process from 'node:process';
import { lastValueFrom, toArray } from 'rxjs';
import type { KubeRequest, Transport } from '../../../src/source/index.ts';
import { startServer, type TestServer, type Wire } from './http-server.ts';

/** As whom a transport is to speak: a token, or a promise of one. */
export type TokenGiver = () => string | undefined | Promise<string | undefined>;

/** A transport to an address; it trusts the certificate of `tls-front.ts`. */
export type MakeTransport = (
  address: string,
  token?: TokenGiver,
  options?: { readonly headersTimeout?: number },
) => Transport;

/** What a part of the contract is about. */
export interface Subject {
  readonly make: MakeTransport;
  readonly wire: Wire;
}

/** A request like another. */
export const get: KubeRequest = { path: '/api/v1/pods' };

/** A function that starts a server; each is closed when its spec is over. */
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

/** The whole body as text. */
export async function read(transport: Transport, request: KubeRequest = get): Promise<string> {
  return Buffer.concat(await lastValueFrom(transport.open(request).pipe(toArray()))).toString();
}

/** What a request that must fail fails with. */
export function failed(transport: Transport, request?: KubeRequest): Promise<unknown> {
  return read(transport, request).then(
    (body) => {
      throw new Error(`it did not fail, but gave ${body}`);
    },
    (error: unknown) => error,
  );
}

/** TCP sockets of this process that are at work, its servers' too. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
}
