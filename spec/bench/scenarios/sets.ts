import { column } from '../driver/column.ts';
import type { Scenario } from '../driver/scenario.ts';
import { podsPerNamespace } from '../sets/namespaced.ts';
import { programs } from '../sets/programs.ts';

const script = new URL('../sets/child.ts', import.meta.url);
const server = new URL('../sets/server.ts', import.meta.url);

/**
 * Returns the scenario that measures `informerSet` over many namespaces. The baseline program is one informer of the whole
 * cluster. The program with an informer for each namespace shows which costs come from the many requests.
 */
export function setsScenario(namespaces: number, events: number): Scenario {
  const objects = namespaces * podsPerNamespace;
  const cold = Math.ceil(events / 2);
  const grouped = (count: number): string => count.toLocaleString('en');
  return {
    name: 'sets',
    title: `${grouped(namespaces)} namespaces of ${podsPerNamespace} pods of 5 KB, ${grouped(events)} events`,
    servers: [{ resource: 'pods', objects, cold, events, paced: 0 }],
    serverScript: server,
    floor: 'one informer',
    contenders: Object.keys(programs).map((name) => ({
      name,
      script,
      args: ([address = '']) => [name, address, ...[objects, cold, events].map(String)],
    })),
    columns: [
      column('first sync', 'syncCpu', 'CPU', 'ms'),
      column('first sync', 'syncWall', 'wall', 'ms'),
      column('first sync', 'syncStall', 'longest stall', 'ms'),
      column('first sync', 'syncTask', 'its CPU', 'ms'),
      column('memory', 'peakRss', 'peak RSS', 'MB'),
      column('memory', 'heapPerObject', 'heap', 'B/object'),
      column('server', 'requests', 'requests', ''),
      column('server', 'connections', 'connections', ''),
      column('4,000 events/s', 'eventCpu', 'CPU', 'µs/event', 1),
      column('4,000 events/s', 'eventMain', 'main thread', 'µs/event', 1),
      { ...column('a namespace', 'joinCpu', 'joins, CPU', 'ms', 2), compared: false },
      { ...column('a namespace', 'leaveCpu', 'leaves, CPU', 'ms', 2), compared: false },
    ],
  };
}
