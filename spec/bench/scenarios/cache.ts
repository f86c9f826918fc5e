import type { Contender, Scenario } from '../driver/scenario.ts';
import { type Resource, resources } from '../resources.ts';
import { preparations, variants } from '../variants/index.ts';
import { cacheColumns } from './cache-columns.ts';
import { clientGo } from './client-go.ts';

export interface CacheWork {
  readonly resource: Resource;
  readonly objects: number;
  /** Number of first events, for which V8 has not compiled the code yet. */
  readonly cold: number;
  readonly events: number;
  readonly paced: number;
}

/**
 * Contenders with a separate script. The script accepts the arguments of `children/cache.ts`, without the variant's
 * name.
 */
const others: readonly ((work: CacheWork) => Contender)[] = clientGo;

const script = new URL('../children/cache.ts', import.meta.url);

/**
 * Returns the contender that measures a variant: the sync, the relist, and events at full speed and at a fixed rate.
 */
function variantContender(name: string, { resource, objects, cold, events, paced }: CacheWork): Contender {
  const prepare = preparations[name];
  return {
    name,
    script,
    args: ([server = '']) => [name, server, resource, ...[objects, cold, events, paced].map(String)],
    needs: {
      ...(name.includes('metadata') && { metadata: true }),
      ...(name.includes('streaming') && { streams: true }),
    },
    ...(prepare !== undefined && { prepare }),
  };
}

/** Returns the scenario of a cached collection. A contender that is not in `unasked` runs only if the user names it. */
export function cacheScenario(
  name: string,
  work: CacheWork,
  isWanted: (contender: string) => boolean,
  unasked?: readonly string[],
): Scenario {
  const { resource, objects, cold, events, paced } = work;
  const sized = `${objects.toLocaleString('en')} ${resource} of ${resources[resource].size}`;
  const all = [
    ...Object.keys(variants).map((one) => variantContender(one, work)),
    ...others.map((contender) => contender(work)),
  ];
  return {
    name,
    title: `${sized}, ${cold.toLocaleString('en')} first events and ${events.toLocaleString('en')} more`,
    servers: [{ resource, objects, cold, events, paced }],
    floor: 'floor',
    contenders: all
      .filter((one) => isWanted(one.name))
      .map((one) => (unasked?.includes(one.name) === false ? { ...one, onRequest: true } : one)),
    columns: cacheColumns,
  };
}
