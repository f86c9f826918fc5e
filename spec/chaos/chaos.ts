import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Verdict, watchers, type Connections } from './informers/crowd.ts';
import type { CrowdHandle } from './informers/crowd-handle.ts';
import { toxicProxy, type ToxicProxy } from './proxy/toxic-proxy.ts';
import type { Site } from './sites/site.ts';
import { agreement } from './support/agreement.ts';
import { expectedStates, prepare } from './support/objects.ts';
import { plainClient } from './support/plain-client.ts';
import { planOf, type Step } from './support/plan.ts';
import { type Random, randomFrom } from './support/random.ts';
import { writer } from './support/writer.ts';

/** The size and the duration of a chaos test. */
export interface Extent {
  readonly seed: number;
  readonly changes: number;
  readonly steps: number;
  /** Maximum number of changes per second. */
  readonly rate: number;
  /** Number of objects of each kind in each namespace. */
  readonly keys: number;
  /** Time limit after the last fault, in ms. Within this time, the stores of all informers must equal the server. */
  readonly patience: number;
  /** Called with a line of text for each step. */
  readonly log?: (line: string) => void;
}

/** The result of a chaos test. */
export interface Report {
  readonly changes: number;
  readonly retries: number;
  /**
   * Time from the last fault until the stores of all informers equalled the server, in ms. `undefined` if the time
   * limit passed.
   */
  readonly agreedAfter: number | undefined;
  readonly connections: number;
  readonly verdicts: readonly Verdict[];
  /** The names of resources, such as timers and sockets, that the informers left open. */
  readonly left: readonly string[];
  /** The steps of the test with their times, as text. */
  readonly log: readonly string[];
}

/**
 * Changes objects while faults of the network and the server happen. At the end, checks which informers have lost a
 * change.
 */
export async function chaos(
  site: Site,
  startInformers: (ways: Connections) => CrowdHandle,
  { seed, changes, steps, rate, keys, patience, log: print }: Extent,
): Promise<Report> {
  const random = randomFrom(seed);
  const { server, adminToken, caFile } = site;
  const client = plainClient(
    server,
    adminToken,
    caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
  );
  await prepare(client);
  const { protocol, port } = new URL(server);
  const proxies = await Promise.all(watchers.map(() => toxicProxy(Number(port))));
  const crowd = startInformers({
    servers: proxies.map((proxy) => `${protocol}//127.0.0.1:${proxy.port}`),
    tokens: site.tokens(),
    ...(caFile !== undefined && { caFile }),
  });

  const begin = performance.now();
  const log: string[] = [];
  const note = (text: string): void => {
    const line = `${((performance.now() - begin) / 1_000).toFixed(1).padStart(6)} s  ${text}`;
    log.push(line);
    print?.(line);
  };
  const writing = writer(client, randomFrom(seed + 1), { rate, keys });
  const plan = planOf(random, {
    changes,
    steps,
    watchers: watchers.length,
    deeds: site.serverFaults.length,
  });
  try {
    await writing.writeUntil(plan[0]?.at ?? changes);
    for (const [i, step] of plan.entries()) {
      note(`after ${writing.done} changes: ${describe(step, site)}`);
      const [said] = await Promise.all([
        act(step, { site, proxies, crowd, random: randomFrom(seed + 2 + i) }),
        writing.writeUntil(plan[i + 1]?.at ?? changes),
      ]);
      note(`  over${said === '' ? '' : `: ${said}`}`);
    }
    site.heal();
    note(`after ${writing.done} changes: all faults are over`);

    const looking = { expected: () => expectedStates(client), verdicts: crowd.verdicts };
    const { after } = await agreement({
      ...looking,
      patience,
      notYet: (behind) => {
        for (const { name, store, handlers } of behind)
          note(`  ${name} does not agree yet: ${[...store, ...handlers][0] ?? ''}`);
      },
    });
    const quiet = Math.min(1_000, patience / 10);
    await sleep(quiet); // a repeated handler call may arrive late, so the final comparison starts after a pause
    const { verdicts } = await agreement({ ...looking, patience: quiet });
    const left = await crowd.stop();
    note('all informers are stopped');
    return {
      changes: writing.done,
      retries: writing.retries,
      agreedAfter: after,
      connections: proxies.reduce((sum, { taken }) => sum + taken, 0),
      verdicts,
      left,
      log,
    };
  } finally {
    client.close();
    await crowd.stop().catch(() => undefined);
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }
}

interface Stage {
  readonly site: Site;
  readonly proxies: readonly ToxicProxy[];
  readonly crowd: CrowdHandle;
  readonly random: Random;
}

async function act(step: Step, { site, proxies, crowd, random }: Stage): Promise<string> {
  switch (step.type) {
    case 'network':
      await Promise.all(step.watchers.map(async (i) => proxies[i]?.apply(step.toxic)));
      return '';
    case 'server':
      return (await site.serverFaults[step.deed]?.run(random)) ?? '';
    case 'block':
      crowd.block(step.ms);
      await sleep(step.ms);
      return '';
    case 'tokens':
      await site.rotate();
      await sleep(step.lateBy);
      crowd.setTokens(site.tokens());
      return '';
  }
}

function describe(step: Step, site: Site): string {
  switch (step.type) {
    case 'network':
      return `network ${JSON.stringify(step.toxic)}, watchers ${step.watchers.join(' ')}`;
    case 'server':
      return `server: ${site.serverFaults[step.deed]?.name ?? ''}`;
    case 'block':
      return `a handler blocks the event loop for ${step.ms} ms`;
    case 'tokens':
      return `the server changes its tokens, and the informers receive them ${step.lateBy} ms later`;
  }
}
