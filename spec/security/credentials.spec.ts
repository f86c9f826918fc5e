import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import process from 'node:process';
import { firstValueFrom, scan, takeWhile, timeout, toArray } from 'rxjs';
import { informer, type InformerStatus, listWatch, type Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { configFrom } from '../client-node/support/config-text.ts';
import { serversForEach } from '../contract/support/harness.ts';
import { canariesIn, canary } from './canary.ts';
import { echoes } from './echoes.ts';

/** Transports with each way to pass credentials. */
const callers: readonly (readonly [string, (server: string) => Transport])[] = [
  ['fetchTransport, token', (server) => fetchTransport({ server, token: () => canary.token })],
  [
    'fetchTransport, headers',
    (server) =>
      fetchTransport({
        server,
        headers: { 'X-Api-Key': canary.header, Cookie: `lang=en; session=${canary.cookie}` },
      }),
  ],
  ['kubeConfigTransport, token', (server) => of(server, { token: canary.token })],
  ['kubeConfigTransport, basic', (server) => of(server, { username: 'alice', password: canary.password })],
];

const of = (server: string, user: object): Transport =>
  kubeConfigTransport(configFrom(KubeConfig, { server, 'insecure-skip-tls-verify': true }, user));

const pods = { group: '', version: 'v1', resource: 'pods' } as const;

/** Returns the statuses that an informer emits until it has reported several failures and incidents. */
function toldBy(transport: Transport, streamingList: 'auto' | 'never'): Promise<readonly InformerStatus[]> {
  const received = informer(listWatch(transport, pods), {
    reflect: { streamingList, backoff: { initial: 1, max: 1 }, isFatal: () => false },
  });
  const running = received.start();
  return firstValueFrom(
    received.status$.pipe(
      scan(
        ({ count }, status) => ({
          status,
          count: count + ('incident' in status || status.phase === 'waiting' ? 1 : 0),
        }),
        { count: 0, status: undefined as InformerStatus | undefined },
      ),
      takeWhile(({ count }) => count < 1, true),
      toArray(),
      timeout(30_000),
    ),
  )
    .then((all) => all.flatMap(({ status }) => status ?? []))
    .finally(() => running.unsubscribe());
}

describe('the credentials of a request', () => {
  const serve = serversForEach('http');
  const printed = [
    jest.spyOn(process.stdout, 'write').mockName('stdout'),
    jest.spyOn(process.stderr, 'write').mockName('stderr'),
  ];
  afterEach(() => printed.forEach((spy) => spy.mockClear()));

  const said = (['never', 'auto'] as const).flatMap((streamingList) =>
    callers.map(([name, transportTo]) => ({ name, transportTo, streamingList })),
  );

  describe.each(said)('$name, streamed lists: $streamingList', ({ transportTo, streamingList }) => {
    it.each(echoes)('should not be in the error: $name', async ({ answer }) => {
      const asked: unknown[] = [];
      const server = await serve((request, response) => {
        asked.push(request.rawHeaders);
        answer(request, response);
      });

      const statuses = await toldBy(transportTo(server.address), streamingList);

      // Checks that the server has received the credentials. A server without the credentials could not send them back,
      // and the test would be useless.
      expect(canariesIn(asked)).not.toEqual([]);
      expect(
        canariesIn(
          statuses,
          statuses.map((status) => JSON.stringify(status)),
        ),
      ).toEqual([]);
      expect(canariesIn(printed.map((spy) => spy.mock.calls))).toEqual([]);
    });
  });
});
