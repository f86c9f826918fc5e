import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultyGateway, faultyGateway } from '../proxy/faulty-gateway.ts';
import { toxicProxy, type ToxicProxy } from '../proxy/toxic-proxy.ts';
import type { Site, SiteClient } from '../sites/site.ts';
import { type PlainClient, plainClient } from '../support/plain-client.ts';
import { randomFrom } from '../support/random.ts';
import type { Bug } from './bugs.ts';
import { type ControllerStep, controllerPlan } from './controller-plan.ts';
import { performStep, stepText } from './perform-step.ts';
import { startReplica, type Replica } from './replica.ts';
import { runRecords } from './run-records.ts';
import { changeEachKey, sourceWriter } from './source-writer.ts';
import { namespace, wrongKeys } from './wanted-state.ts';

/** The size and the duration of a chaos test of a controller. */
export interface ControllerExtent {
  readonly seed: number;
  /**
   * Maximum number of steps of each track. A test has two tracks: faults of connections and requests, and faults of the
   * server and the replicas.
   */
  readonly steps: number;
  /** Maximum number of changes by other clients per second. */
  readonly rate: number;
  /** Number of sources. A source is a ConfigMap that the controller copies to a Secret. */
  readonly keys: number;
  /** Time limit after the last fault, in ms. Within this time, each key must be in its wanted state. */
  readonly patience: number;
  readonly bug?: Bug;
  /** Called with a line of text for each step. */
  readonly report?: (line: string) => void;
}

/** The result of a chaos test of a controller. */
export interface ControllerReport {
  readonly changes: number;
  readonly runs: number;
  readonly failures: number;
  readonly terms: number;
  /** How often each fault of requests was applied, by name. */
  readonly hits: ReadonlyMap<string, number>;
  /** Time from the last fault until each key was in its wanted state, in ms. `undefined` if the time limit passed. */
  readonly agreedAfter: number | undefined;
  /** The checks by name, each with the problems that it found. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
  readonly log: readonly string[];
}

/**
 * The clients of the two replicas. Each replica has one client for its reads and one client for its writes. The clients
 * of the first replica come first.
 */
export const replicaClients: readonly SiteClient[] = Array.from({ length: 4 }, () => ({
  noticesSilence: true,
}));

/** Runs two replicas of a controller while faults happen, and checks the state of each key at the end. */
export async function controllerChaos(site: Site, extent: ControllerExtent): Promise<ControllerReport> {
  const { seed, steps, rate, keys, patience, bug, report } = extent;
  const ca = site.caFile === undefined ? undefined : readFileSync(site.caFile, 'utf8');
  const client = plainClient(site.server, site.adminToken, ca);
  await client.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const gateways = await Promise.all(replicaClients.map(() => faultyGateway(site.server, ca)));
  const proxies = await Promise.all(gateways.map(({ port }) => toxicProxy(port)));
  const records = runRecords();
  let tokens = site.tokens();
  const start = (nth: number): Replica => {
    const server = (i: number): string => `http://127.0.0.1:${proxies[2 * nth + i]?.port ?? 0}`;
    return startReplica(
      {
        name: `replica-${nth}`,
        readServer: server(0),
        writeServer: server(1),
        readToken: () => tokens[2 * nth] ?? '',
        writeToken: () => tokens[2 * nth + 1] ?? '',
        isAsync: nth === 1,
      },
      records,
      bug,
    );
  };
  const replicas = [start(0), start(1)];
  let earlierTerms = 0;
  const hits = new Map<string, number>();
  const begin = performance.now();
  const log: string[] = [];
  const note = (text: string): void => {
    const line = `${((performance.now() - begin) / 1_000).toFixed(1).padStart(6)} s  ${text}`;
    log.push(line);
    report?.(line);
  };
  const stage = {
    site,
    proxies,
    gateways,
    random: randomFrom(seed + 2),
    block: (ms: number) => replicas.forEach((replica) => replica.block(ms)),
    renewTokens: () => void (tokens = site.tokens()),
    crash: async (isLeader: boolean, ms: number) => {
      const nth = Math.max(
        0,
        replicas.findIndex((replica) => replica.isLeader === isLeader),
      );
      earlierTerms += replicas[nth]?.terms ?? 0;
      await replicas[nth]?.stop('crash');
      await sleep(ms);
      replicas[nth] = start(nth);
    },
    onHit: (name: string) => void hits.set(name, (hits.get(name) ?? 0) + 1),
  };
  const track = async (planned: readonly ControllerStep[]): Promise<void> => {
    for (const step of planned) {
      note(stepText(step, site));
      const said = await performStep(step, stage);
      if (said !== '') note(`  ${said}`);
    }
  };

  const writing = sourceWriter(client, randomFrom(seed + 1), { rate, keys });
  try {
    await sleep(1_000);
    const plan = controllerPlan(randomFrom(seed), {
      steps,
      clients: replicaClients.length,
      deeds: site.serverFaults.length,
    });
    await Promise.all([track(plan.network), track(plan.processes)]);
    site.heal();
    note(`after ${writing.done} changes: all is healed`);
    await writing.stop();
    const rest = { client, replicas, patience, note };
    const first = await settled(rest);
    // A new leader runs all keys, and so does an informer after a relist. Such runs hide a change that the controller
    // has missed. The following changes come after all such runs, so nothing hides a missed change.
    if (first.after !== undefined) await changeEachKey(client, keys);
    const { wrong, after } = first.after === undefined ? first : await settled(rest);
    const terms = replicas.reduce((sum, replica) => sum + replica.terms, earlierTerms);
    const unrest =
      after === undefined && wrong.length > 0 ? [] : replicas.flatMap((replica) => replica.unrest());
    await Promise.all(replicas.map((replica, nth) => replica.stop(nth === 0 ? 'drain' : 'crash')));
    const found = [...wrong, ...records.violations, ...records.silent, ...unrest];
    const open = found.length > 0 ? [] : await openConnections(proxies);
    note('all is stopped');
    return {
      changes: writing.done,
      runs: records.runs,
      failures: records.failures,
      terms,
      hits,
      agreedAfter: after === undefined ? undefined : first.after,
      checks: {
        'each key is in its wanted state': wrong.slice(0, 10),
        'no run of a key was beside another, and the controllers never ended': records.violations,
        'each failed run has an outcome': records.silent,
        'no key waits, and the metrics agree with the outcomes': unrest,
        'no connection is left': open,
      },
      log,
    };
  } finally {
    await writing.stop().catch(() => undefined);
    client.close();
    await Promise.all(replicas.map((replica) => replica.stop('crash')));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await Promise.all(gateways.map((gateway: FaultyGateway) => gateway.close()));
  }
}

interface Rest {
  readonly client: PlainClient;
  readonly replicas: readonly Replica[];
  readonly patience: number;
  readonly note: (text: string) => void;
}

interface Settled {
  readonly wrong: readonly string[];
  readonly after: number | undefined;
}

/**
 * Waits until each key is in its wanted state and no key waits for a run. Both must stay true for half a second. Ends
 * at the time limit in any case.
 */
async function settled({ client, replicas, patience, note }: Rest): Promise<Settled> {
  const begin = performance.now();
  let since: number | undefined;
  let noted = begin;
  for (;;) {
    const wrong = await wrongKeys(client);
    const left = [...wrong, ...replicas.flatMap((replica) => replica.unrest())];
    const isSettled = left.length === 0;
    const now = performance.now();
    since = isSettled ? (since ?? now) : undefined;
    if (since !== undefined && now - since >= 500) return { wrong, after: since - begin };
    if (!isSettled && now - noted > 5_000) {
      noted = now;
      note(`  not yet: ${left.slice(0, 3).join('; ')}`);
    }
    if (now - begin >= patience) return { wrong, after: undefined };
    await sleep(100);
  }
}

/** Waits until the clients have closed their idle connections. */
async function openConnections(proxies: readonly ToxicProxy[]): Promise<readonly string[]> {
  const begin = performance.now();
  const open = (): number => proxies.reduce((sum, proxy) => sum + proxy.open, 0);
  while (open() > 0 && performance.now() - begin < 15_000) await sleep(50);
  return proxies.flatMap((proxy, client) =>
    proxy.open === 0 ? [] : [`client ${client}: ${proxy.open} connections are open`],
  );
}
