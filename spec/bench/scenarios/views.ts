import type { Column } from '../driver/column.ts';
import type { Scenario } from '../driver/scenario.ts';
import { type ViewName, views } from '../views/views.ts';

const script = new URL('../children/by-size.ts', import.meta.url);
const measure = new URL('../views/measure.ts', import.meta.url);

/**
 * Returns the scenario that measures views of an informer: the cost of an event, and the stall of the first build. The
 * objects are small and in memory. The baseline program is an informer without a view.
 */
export function viewsScenario(sizes: readonly number[], events: number): Scenario {
  const grouped = (size: number): string => size.toLocaleString('en');
  const [least = 0, most = least] = [sizes[0], sizes.at(-1)];
  const columns = (group: string, key: string, unit: string, digits: number): readonly Column[] =>
    sizes.map((size) => ({
      group,
      key: `${key}${size}`,
      title: `at ${grouped(size)},`,
      unit,
      digits,
      ...(key !== 'event' && { compared: false as const }),
    }));
  return {
    name: 'views',
    title: `views over ${sizes.map(grouped).join(', ')} objects, ${grouped(events)} events a pass`,
    servers: [],
    floor: 'none',
    contenders: (Object.keys(views) as ViewName[]).map((name) => ({
      name,
      script,
      args: () => [measure.href, name, String(events), ...sizes.map(String)],
    })),
    columns: [
      ...columns('an event, main thread', 'event', 'µs', 2),
      {
        group: 'an event, main thread',
        key: 'growth',
        title: `${grouped(most)} ÷ ${grouped(least)}`,
        unit: '',
        digits: 2,
        compared: false,
      },
      ...columns('an event, the view alone', 'added', 'µs', 2),
      ...columns('emissions per event', 'emissions', '', 3),
      ...columns('longest stall of the first build', 'stall', 'ms', 0),
      ...columns('CPU of the longest task of the first build', 'task', 'ms', 0),
    ],
  };
}
