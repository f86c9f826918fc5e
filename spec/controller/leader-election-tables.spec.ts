import { describe, expect, it } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { fileURLToPath } from 'node:url';
import type { KubeRequest, Transport } from 'rx-informer';
import { marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { leaderElection } from '../../src/controller/leader-election.ts';
import { readGoldenFile } from '../golden/golden-file.ts';

interface Tables {
  readonly timings: readonly {
    readonly leaseDurationMs: number;
    readonly renewDeadlineMs: number;
    readonly retryPeriodMs: number;
    readonly err?: string;
  }[];
  readonly wire: readonly { readonly method: string; readonly url: string; readonly body?: object }[];
}

const file = fileURLToPath(new URL('../golden/leader-election.json', import.meta.url));
const { timings, wire } = readGoldenFile(file).tables as unknown as Tables;
const { transport } = virtualCluster();

/** Removes the values that depend on the server. Also removes the time limit that client-go sends in the query. */
function comparable({ method, url, body }: Tables['wire'][number]): object {
  const text = JSON.stringify(body ?? null);
  return {
    method,
    url: url.replace('?timeout=5s', ''),
    body: JSON.parse(
      text.replace(/"(uid|resourceVersion)":"[^"]*"/g, '"$1":"?"').replace(/"[^"]*T[^"]*Z"/g, '"time"'),
    ) as unknown,
  };
}

describe('leaderElection, and the recorded tables of client-go', () => {
  it.each(timings)('should allow the durations that client-go allows (B245): %j', (row) => {
    const { leaseDurationMs, renewDeadlineMs, retryPeriodMs, err } = row;
    const call = () =>
      leaderElection(transport, {
        key: 'default/lock',
        identity: 'a',
        leaseDuration: leaseDurationMs,
        renewDeadline: renewDeadlineMs,
        retryPeriod: retryPeriodMs,
      });
    // client-go allows a Lease duration of less than a second. `leaderElection` does not allow this, because each
    // server refuses such a Lease.
    if (err !== undefined || leaseDurationMs < 1_000) expect(call).toThrow();
    else expect(call).not.toThrow();
  });

  it('should send the requests that client-go sends', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const sent: Tables['wire'][number][] = [];
      const logging: Transport = {
        open: (request: KubeRequest) => {
          const { method = 'GET', path: url, body } = request;
          sent.push({ method, url, ...(body !== undefined && { body: JSON.parse(body) as object }) });
          return cluster.transport.open(request);
        },
      };
      const cluster = virtualCluster();
      const clock = () => ({ elapsed: asyncScheduler.now(), wall: Date.UTC(2000, 0, 1) });
      const election$ = leaderElection(logging, { key: 'default/lock', identity: 'a', clock });
      expectObservable(election$, '^ 1s !').toBe('(na)', {
        n: { isLeader: false, transitions: 0 },
        a: { isLeader: true, leader: 'a', transitions: 0 },
      });
      asyncScheduler.schedule(() => {
        expect(sent.map(comparable)).toEqual(
          wire.map((one) => {
            const expected = comparable(one) as { body: { metadata?: object } | null };
            // The virtual cluster adds fields to the metadata of the Lease. An update sends these fields back to the
            // cluster.
            if (one.method !== 'PUT' || expected.body === null) return expected;
            const body = {
              ...expected.body,
              metadata: expect.objectContaining(expected.body.metadata ?? {}),
            };
            return { ...expected, body };
          }),
        );
      }, 2_000);
    });
  });
});
