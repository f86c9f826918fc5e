import type { Contender, Scenario } from '../driver/scenario.ts';
import { type Resource, resources } from '../resources.ts';
import { preparations, variants } from '../variants/index.ts';
import { cacheColumns } from './cache-columns.ts';
import { clientGo } from './client-go.ts';

export interface CacheWork {
  readonly resource: Resource;
  readonly objects: number;
  /** Number of events before the measured events, during which V8 compiles the code. */
  readonly cold: number;
  readonly events: number;
  readonly paced: number;
}

/**
 * Measured programs that have their own script. The script accepts the arguments of `children/cache.ts`, except the
 * name of the variant.
 */
const others: readonly ((work: CacheWork) => Contender)[] = clientGo;

const script = new URL('../children/cache.ts', import.meta.url);

/**
 * Returns the measured program for one variant (one way to cache a collection). The program measures the first sync, a
 * relist, and events at full speed and at a fixed rate.
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

/**
 * Returns the scenario that caches a collection. `unasked` lists the programs that run if the user names no program.
 * Without `unasked`, all programs run by default.
 */
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
