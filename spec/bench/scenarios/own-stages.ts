import type { Scenario } from '../driver/scenario.ts';
import { stagesScenario } from './stages.ts';

const parse = 'JSON.parse of an event';

/**
 * The stages behind the reflector, and all there are of a shared informer, divided by what `JSON.parse` takes of the same
 * events: that is the machine's pace.
 */
export function ownStagesScenario(events: number, titles: readonly string[]): Scenario {
  const { contenders, columns } = stagesScenario([1_000], events);
  return {
    name: 'own stages',
    title: `our own stages beside the parse of an event, ${events.toLocaleString('en')} events a pass`,
    servers: [],
    floor: parse,
    contenders: [
      {
        name: parse,
        script: new URL('../stages/parse.ts', import.meta.url),
        args: () => [String(events), ...titles],
      },
      ...contenders.filter(({ name }) => ['without reflect', 'sharedIndexInformer'].includes(name)),
    ],
    columns: columns
      .filter(({ key }) => titles.includes(key))
      .map(({ group, key, title, unit, digits }) => ({ group, key, title, unit, digits })),
  };
}
