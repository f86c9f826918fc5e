import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultyGateway, faultyGateway } from '../proxy/faulty-gateway.ts';
import { toxicProxy, type ToxicProxy } from '../proxy/toxic-proxy.ts';
import type { Site, SiteClient } from '../sites/site.ts';
import { plainClient } from '../support/plain-client.ts';
import { randomFrom } from '../support/random.ts';
import type { Bug } from './bugs.ts';
import type { Checks } from './checks.ts';
import { type ControllerStep, controllerPlan } from './controller-plan.ts';
import { performStep, type Stage, stepText } from './perform-step.ts';
import { startReplica, type Replica } from './replica.ts';
import { runRecords } from './run-records.ts';
import { settled } from './settled.ts';
import { changeEachKey, sourceWriter, type SourceWriter } from './source-writer.ts';
import { namespace } from './wanted-state.ts';

/** The size and the duration of a chaos test of a controller. */
export interface ControllerExtent {
  readonly seed: number;
  /** Maximum number of steps of each of the two tracks. */
  readonly steps: number;
  /** Maximum number of changes by other clients per second. */
  readonly rate: number;
  /** Number of sources. */
  readonly keys: number;
  /** Time limit after the last fault, in ms. Within this time, each key must be in its wanted state. */
  readonly patience: number;
  /** A bug of the controller. The test ends as soon as the check of the bug has found it. */
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
  readonly checks: Checks;
  readonly log: readonly string[];
}

/** The clients of the two replicas: reads and writes of the first, and reads and writes of the second. */
export const replicaClients: readonly SiteClient[] = Array.from({ length: 4 }, () => ({
  noticesSilence: true,
}));

/** Runs two replicas of a controller while faults happen, and checks the state of each key at the end. */
export async function controllerChaos(site: Site, extent: ControllerExtent): Promise<ControllerReport> {
  const { seed, steps, rate, keys, patience, bug, report } = extent;
  const ca = site.caFile === undefined ? undefined : readFileSync(site.caFile, 'utf8');
  const client = plainClient(site.server, site.adminToken, ca);
  const gateways: FaultyGateway[] = [];
  const proxies: ToxicProxy[] = [];
  const replicas: Replica[] = [];
  const records = runRecords();
  let writing: SourceWriter | undefined;
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
  let earlierTerms = 0;
  const hits = new Map<string, number>();
  const begin = performance.now();
  const log: string[] = [];
  const note = (text: string): void => {
    const line = `${((performance.now() - begin) / 1_000).toFixed(1).padStart(6)} s  ${text}`;
    log.push(line);
    report?.(line);
  };
  const block = (ms: number): void => replicas.forEach((replica) => replica.block(ms));
  const stage: Stage = {
    site,
    proxies,
    gateways,
    random: randomFrom(seed + 2),
    block,
    hasLeader: () => replicas.some((replica) => replica.isLeader),
    renewTokens: () => void (tokens = site.tokens()),
    crash: async (isLeader, ms) => {
      const nth = Math.max(
        0,
        replicas.findIndex((replica) => replica.isLeader === isLeader),
      );
      earlierTerms += replicas[nth]?.terms ?? 0;
      await replicas[nth]?.stop('crash');
      await sleep(ms);
      replicas[nth] = start(nth);
    },
    onHit: (name) => void hits.set(name, (hits.get(name) ?? 0) + 1),
  };
  const checks = (wrong: readonly string[] = []): Checks => ({
    'each key is in its wanted state': wrong.slice(0, 10),
    'no run of a key was beside another, and the controllers never ended': records.violations,
    'each failed run has an outcome': records.silent,
    'no key waits, and the metrics agree with the outcomes': [],
    'no connection is left': [],
  });
  const isFound = (wrong?: readonly string[]): boolean =>
    bug !== undefined && checks(wrong)[bug.check].some((text) => bug.problem.test(text));
  let isOver = false;
  const track = async (planned: readonly ControllerStep[]): Promise<void> => {
    try {
      for (const step of planned) {
        if (isOver || isFound()) return;
        note(stepText(step, site));
        const said = await performStep(step, stage);
        if (said !== '') note(`  ${said}`);
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  };

  try {
    await client.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    // One after the other: if one does not start, all earlier ones are closed below.
    while (gateways.length < replicaClients.length) {
      const gateway = await faultyGateway(site.server, ca);
      gateways.push(gateway);
      proxies.push(await toxicProxy(gateway.port));
    }
    for (const nth of [0, 1]) replicas.push(start(nth));
    writing = sourceWriter(client, randomFrom(seed + 1), { rate, keys });
    await sleep(1_000);
    const plan = controllerPlan(randomFrom(seed), {
      steps,
      clients: replicaClients.length,
      deeds: site.serverFaults.length,
    });
    await bothTracks(track(plan.network), track(plan.processes));
    site.heal();
    block(0);
    note(`after ${writing.done} changes: all is healed`);
    await writing.stop();
    const rest = { client, replicas, patience, note, isFound };
    const first = await settled(rest);
    // A new leader, or an informer after a relist, runs all keys. These changes meet a controller that has caught up.
    if (first.after !== undefined) await changeEachKey(client, keys);
    const { wrong, after } = first.after === undefined ? first : await settled(rest);
    const terms = replicas.reduce((sum, replica) => sum + replica.terms, earlierTerms);
    const unrest =
      after === undefined && wrong.length > 0 ? [] : replicas.flatMap((replica) => replica.unrest());
    await Promise.all(replicas.map((replica, nth) => replica.stop(nth === 0 ? 'drain' : 'crash')));
    const found = [...Object.values(checks(wrong)).flat(), ...unrest];
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
        ...checks(wrong),
        'no key waits, and the metrics agree with the outcomes': unrest,
        'no connection is left': open,
      },
      log,
    };
  } finally {
    await writing?.stop().catch(() => undefined);
    client.close();
    await Promise.all(replicas.map((replica) => replica.stop('crash')));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
}

/** Waits until both tracks have ended, also if one fails, because a step of the other track can start a replica. */
async function bothTracks(...tracks: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(tracks);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
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
