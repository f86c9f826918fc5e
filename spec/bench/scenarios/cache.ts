import type { Contender, Scenario } from '../driver/scenario.ts';
import { type Resource, resources } from '../resources.ts';
import { variants } from '../variants/index.ts';
import { cacheColumns } from './cache-columns.ts';

const script = new URL('../children/cache.ts', import.meta.url);

interface CacheWork {
  readonly resource: Resource;
  readonly objects: number;
  readonly events: number;
  readonly paced: number;
}

/** A variant as a contender: sync, relist, events flat out and at a pace. */
const cacheContender = (name: string, { resource, events, paced }: CacheWork): Contender => ({
  name,
  script,
  args: ([server = '']) => [name, server, resource, String(events), String(paced)],
});

/** Holding a collection, by each variant. */
export function cacheScenario(name: string, work: CacheWork, names: readonly string[]): Scenario {
  const { resource, objects, events, paced } = work;
  const sized = `${objects.toLocaleString('en')} ${resource} of ${resources[resource].size}`;
  return {
    name,
    title: `${sized}, ${events.toLocaleString('en')} events`,
    servers: [{ resource, objects, events, paced, metadata: resource === 'pods' }],
    floor: 'floor',
    contenders: names.filter((one) => one in variants).map((one) => cacheContender(one, work)),
    columns: cacheColumns,
  };
}
