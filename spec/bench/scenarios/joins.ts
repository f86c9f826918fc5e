import type { Scenario } from '../driver/scenario.ts';
import { type JoinName, joins, podsPerNode } from '../joins/joins.ts';
import { eventColumns, grouped, sizeColumns } from './size-columns.ts';

const script = new URL('../children/by-size.ts', import.meta.url);
const measure = new URL('../joins/measure.ts', import.meta.url);

/**
 * Returns the scenario that measures informers whose content follows from other informers: `join`, `where` and
 * `groupCount`. The objects are small and in memory. The baseline program is the informers alone, with one subscriber. In
 * a quick run, programs that are similar to another program run only if the user names them.
 */
export function joinsScenario(sizes: readonly number[], events: number, isQuick: boolean): Scenario {
  const columns = sizeColumns(sizes);
  return {
    name: 'joins',
    title: `joins of ${sizes.map(grouped).join(', ')} pods, ${podsPerNode} pods per node, ${grouped(events)} events a pass`,
    servers: [],
    floor: 'none',
    contenders: (Object.keys(joins) as JoinName[]).map((name) => ({
      name,
      script,
      args: () => [measure.href, name, String(events), ...sizes.map(String)],
      ...(isQuick && name.includes(', ') && { onRequest: true }),
    })),
    columns: [
      ...eventColumns('a pod event, main thread', sizes),
      ...columns('a node event, main thread', 'nodeEvent', 'µs', 1),
      ...columns('a node event ÷ a pod event', 'nodeRatio', '', 1),
      ...columns('emissions per pod event', 'emissions', '', 3),
      ...columns('CPU of the first build', 'buildCpu', 'ms', 0),
      ...columns('longest stall of the first build', 'stall', 'ms', 0),
      ...columns('CPU of the longest task of the first build', 'task', 'ms', 0),
    ],
  };
}
