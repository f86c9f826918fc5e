import type { Scenario } from '../driver/scenario.ts';
import { type ViewName, views } from '../views/views.ts';
import { eventColumns, grouped, sizeColumns } from './size-columns.ts';

const script = new URL('../children/by-size.ts', import.meta.url);
const measure = new URL('../views/measure.ts', import.meta.url);

/**
 * Returns the scenario that measures views of an informer: the cost of an event, and the stall of the first build. The
 * objects are small and in memory. The baseline program is an informer without a view.
 */
export function viewsScenario(sizes: readonly number[], events: number): Scenario {
  const columns = sizeColumns(sizes);
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
      ...eventColumns('an event, main thread', sizes),
      ...columns('an event, the view alone', 'added', 'µs', 2),
      ...columns('emissions per event', 'emissions', '', 3),
      ...columns('longest stall of the first build', 'stall', 'ms', 0),
      ...columns('CPU of the longest task of the first build', 'task', 'ms', 0),
    ],
  };
}
