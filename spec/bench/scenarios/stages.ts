import type { Column } from '../driver/column.ts';
import type { Contender, Scenario } from '../driver/scenario.ts';

const script = new URL('../stages/child.ts', import.meta.url);

const contender = (name: string, line: string, objects: number, events: number): Contender => ({
  name,
  script,
  args: () => [line, String(objects), String(events)],
});

/**
 * Returns a measured program in which each watch event arrives in its own task of the event loop. The costs of an
 * event then include all costs of a task. The program runs only if the user names the program.
 */
const oneByOne = (name: string, line: string, objects: number, events: number): Contender => ({
  ...contender(`${name}, an event a task`, line, objects, events),
  args: () => [line, String(objects), String(events), '1'],
  onRequest: true,
});

const column = (group: string, key: string, title: string, digits: number): Column => ({
  group,
  key,
  title,
  unit: 'µs',
  digits,
});
const slope = (title: string): Column => ({
  ...column('cost of one more', title, title, 2),
  compared: false,
});
const handlers = ['1 handler', '10 handlers', '100 handlers'];

/**
 * Returns the scenario for the pipeline stages of the library, with objects in memory. The scenario has no network and
 * no JSON parsing. The baseline program has the fewest stages.
 */
export function stagesScenario(sizes: readonly number[], events: number): Scenario {
  const [least = 0, most = least] = [sizes[0], sizes.at(-1)];
  const grouped = (size: number): string => size.toLocaleString('en');
  return {
    name: 'stages',
    title: `only the stages of this library, ${grouped(least)} parsed pods of 5 KB, ${grouped(events)} events a pass`,
    servers: [],
    floor: 'reflect to handler',
    contenders: [
      contender('reflect to handler', 'reflector', least, events),
      contender(`the same, ${grouped(most)} pods`, 'reflector', most, events),
      contender('without reflect', 'events', least, events),
      contender('sharedIndexInformer', 'shared', least, events),
      oneByOne('without reflect', 'events', least, events),
      oneByOne('sharedIndexInformer', 'shared', least, events),
    ],
    columns: [
      ...handlers.map((title) => column('an event, all threads', title, title, 1)),
      ...handlers.map((title) => column('main thread alone', `${title}, main thread`, title, 1)),
      slope('each further handler, up to 10'),
      slope('each further handler, up to 100'),
      slope('each index, up to 3'),
      slope('each index, up to 10'),
    ],
  };
}
