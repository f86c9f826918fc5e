import type { Column } from '../driver/column.ts';
import type { Scenario } from '../driver/scenario.ts';

const script = new URL('../children/growth.ts', import.meta.url);

/** Number of events before the measured events. V8 compiles the code during these first events. */
const cold = 5_000;

/** Returns the scenario that measures how the cost per object and per event grows with the size of the collection. */
export function growthScenario(sizes: readonly number[], events: number): Scenario {
  const grouped = (size: number): string => size.toLocaleString('en');
  const [least = 0, most = least] = [sizes[0], sizes.at(-1)];
  const columns = (group: string, key: string, unit: string, digits: number): readonly Column[] =>
    sizes.map((size) => ({ group, key: `${key}${size}`, title: `at ${grouped(size)},`, unit, digits }));
  const factor = (key: string, title: string): Column => ({
    group: 'growth of an event',
    key,
    title,
    unit: '',
    digits: 2,
    compared: false,
  });
  return {
    name: 'growth',
    title: `from ${grouped(least)} to ${grouped(most)} pods of 5 KB, ${grouped(events)} events each`,
    servers: sizes.map((objects) => ({ resource: 'pods', objects, cold, events, paced: 0 })),
    floor: 'floor',
    contenders: ['floor', 'informer, fetch', 'informer, client-node'].map((name) => ({
      name,
      script,
      args: (servers) => [
        name,
        'pods',
        String(cold),
        String(events),
        ...sizes.map((size, nth) => `${size}=${servers[nth] ?? ''}`),
      ],
    })),
    columns: [
      ...columns('first sync', 'sync', 'µs/object', 1),
      ...columns('an event', 'event', 'µs', 1),
      ...columns('memory', 'heap', 'B/object', 0),
      factor('growth', `CPU, ${grouped(most)} ÷ ${grouped(least)}`),
      factor('growthUnpaused', 'without GC pauses'),
    ],
  };
}
