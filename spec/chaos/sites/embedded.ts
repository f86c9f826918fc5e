import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FaultMatch,
  type ServerFault,
  type StartedApiServer,
  startApiServer,
} from 'rx-informer/apiserver';
import { onPortToKeep } from '../proxy/port-to-keep.ts';
import { between, oneOf, type Random } from '../support/random.ts';
import type { PlannedFault, Site, SiteClient } from './site.ts';

const adminToken = 'admin-token';
/** Maximum number of times that the test can replace all tokens. */
const generations = 200;
const userOf = (client: number, generation: number): string => `client-${client}-${generation}`;

/** Starts the embedded API server for the chaos test. Its faults are injected errors, restarts and outages. */
export async function embeddedSite(clients: readonly SiteClient[]): Promise<Site> {
  let generation = 0;
  const tokens: Record<string, string> = { [adminToken]: 'admin' };
  for (let g = 0; g < generations; g++) clients.forEach((_, i) => (tokens[`token-${i}-${g}`] = userOf(i, g)));

  const options = { tokens, bookmarkInterval: 1_000, historySize: 2_000, watchTimeout: 20_000 };
  let server: StartedApiServer = await onPortToKeep((port) => startApiServer({ ...options, port }));
  const { url } = server;
  const port = Number(new URL(url).port);

  const refuseOld = (): void => {
    for (let g = 0; g < generation; g++)
      clients.forEach((_, i) =>
        server.faults.add({
          match: { user: userOf(i, g) },
          fault: { type: 'refuse', status: 401, reason: 'Unauthorized' },
        }),
      );
  };
  const aimed = (name: string, make: (random: Random) => ServerFault, aim: FaultMatch): PlannedFault => ({
    name,
    async run(random) {
      const silences = name === 'no answer' || name === 'stalled';
      const places = clients.flatMap(({ noticesSilence }, i) => (silences && !noticesSilence ? [] : [i]));
      const client = oneOf(random, places);
      const match = { ...aim, user: userOf(client, generation) };
      const afterEvents = aim.afterEvents === undefined ? {} : { afterEvents: between(random, 1, 30) };
      const rule = server.faults.add({ match: { ...match, ...afterEvents }, fault: make(random) });
      server.endWatches();
      await sleep(between(random, 500, 1_500));
      rule.remove();
      return `client ${client}`;
    },
  });
  const watch = { verb: 'watch' } as const;
  const inWatch = { verb: 'watch', afterEvents: 1 } as const;
  const refused = (status: number, reason: string, retryAfterSeconds?: number) => (): ServerFault => ({
    type: 'refuse',
    status,
    reason,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

  const serverFaults: readonly PlannedFault[] = [
    aimed('reset behind events', () => ({ type: 'dropConnection' }), inWatch),
    aimed('truncated', () => ({ type: 'truncate' }), inWatch),
    aimed('garbage', () => ({ type: 'corruptBytes' }), inWatch),
    aimed('410 in the stream', () => ({ type: 'expire' }), inWatch),
    aimed('500 in the stream', refused(500, 'InternalError'), inWatch),
    aimed('ends behind events', () => ({ type: 'endWatch' }), inWatch),
    aimed('410', () => ({ type: 'expire' }), watch),
    aimed('429', refused(429, 'TooManyRequests', 1), {}),
    aimed('500', refused(500, 'InternalError'), {}),
    aimed('503 for lists', refused(503, 'ServiceUnavailable'), { verb: 'list' }),
    aimed('expired continue', () => ({ type: 'expireContinueToken' }), { verb: 'list' }),
    aimed('duplicated', () => ({ type: 'duplicate' }), watch),
    aimed('lagging', (random) => ({ type: 'lagBehind', revisions: between(random, 5, 200) }), watch),
    aimed('slow', () => ({ type: 'throttleBody', bytesPerSecond: 20_000 }), watch),
    aimed('no answer', () => ({ type: 'stallRequest' }), watch),
    aimed('stalled', () => ({ type: 'stallStream' }), inWatch),
    {
      name: 'compact',
      run: () => {
        server.compact();
        return Promise.resolve('');
      },
    },
    {
      name: 'compact, and end all watches',
      async run() {
        server.endWatches();
        await sleep(5);
        server.compact();
        return '';
      },
    },
    ...(['kept', 'lost'] as const).map((history): PlannedFault => ({
      name: `restart, history ${history}`,
      run: async () => {
        await server.restart({ history });
        return '';
      },
    })),
    {
      name: 'away',
      async run(random) {
        const ms = between(random, 500, 2_000);
        await server.close();
        const snapshot = server.snapshot();
        await sleep(ms);
        server = await startApiServer({ ...options, snapshot, port });
        refuseOld();
        return `for ${ms} ms`;
      },
    },
  ];

  return {
    server: url,
    adminToken,
    tokens: () => clients.map((_, i) => `token-${i}-${generation}`),
    serverFaults,
    rotate: () => {
      if (++generation === generations) throw new Error('no tokens are left; reduce --minutes');
      refuseOld();
      server.endWatches();
      return Promise.resolve();
    },
    heal: () => {
      server.faults.clear();
      refuseOld();
      server.endWatches(); // an injected fault lasts until its watch ends, so the server ends all watches
    },
    close: () => server.close(),
  };
}
