import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyGateway } from '../proxy/faulty-gateway.ts';
import type { ToxicProxy } from '../proxy/toxic-proxy.ts';
import type { Site } from '../sites/site.ts';
import type { Random } from '../support/random.ts';
import type { ControllerStep } from './controller-plan.ts';

/** What the steps act on. */
export interface Stage {
  readonly site: Site;
  readonly proxies: readonly ToxicProxy[];
  readonly gateways: readonly FaultyGateway[];
  readonly random: Random;
  readonly block: (ms: number) => void;
  readonly hasLeader: () => boolean;
  readonly renewTokens: () => void;
  readonly crash: (isLeader: boolean, ms: number) => Promise<void>;
  /** Called with the name of a fault for each request that it is applied to. */
  readonly onHit: (name: string) => void;
}

/** Performs a step. Resolves with a short description when the fault is over. */
export async function performStep(step: ControllerStep, stage: Stage): Promise<string> {
  switch (step.type) {
    case 'network':
      await Promise.all(step.clients.map(async (i) => stage.proxies[i]?.apply(step.toxic)));
      return '';
    case 'requests':
      return faultOfRequests(step, stage);
    case 'server':
      return (await stage.site.serverFaults[step.deed]?.run(stage.random)) ?? '';
    case 'block':
      stage.block(step.ms);
      await sleep(step.ms);
      return '';
    case 'tokens':
      await stage.site.rotate();
      await sleep(step.lateBy);
      stage.renewTokens();
      return '';
    case 'crash':
      await stage.crash(step.isLeader, step.ms);
      return '';
  }
}

async function faultOfRequests(
  { fault: { name, aim, fault }, count }: Extract<ControllerStep, { readonly type: 'requests' }>,
  { gateways, hasLeader, onHit }: Stage,
): Promise<string> {
  // Without a leader, no run writes, and the requests for the lease would use up the fault.
  const waitBegin = performance.now();
  while (aim === 'write' && !hasLeader() && performance.now() - waitBegin < 6_000) await sleep(20);
  let applied = 0;
  const disarm = gateways.map((gateway) =>
    gateway.arm(fault, aim, count, () => {
      applied++;
      onHit(name);
    }),
  );
  if (aim !== 'write') for (const gateway of gateways) gateway.resetWatches();
  // The leader can end during the fault, and the next leader needs some seconds.
  const begin = performance.now();
  while (applied < count && performance.now() - begin < (applied === 0 ? 12_000 : 1_500)) await sleep(20);
  for (const end of disarm) end();
  return `${name}: ${applied} requests`;
}

/** Returns the description of a step for the log. */
export function stepText(step: ControllerStep, site: Site): string {
  switch (step.type) {
    case 'network':
      return `network ${JSON.stringify(step.toxic)}, clients ${step.clients.join(' ')}`;
    case 'requests':
      return `requests: ${step.fault.name}`;
    case 'server':
      return `server: ${site.serverFaults[step.deed]?.name ?? ''}`;
    case 'block':
      return `a run keeps the event loop for ${step.ms} ms`;
    case 'tokens':
      return `tokens are made new, and given to the clients ${step.lateBy} ms later`;
    case 'crash':
      return `the replica that ${step.isLeader ? 'leads' : 'waits'} ends at once, and starts again ${step.ms} ms later`;
  }
}
