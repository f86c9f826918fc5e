import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from './cache.ts';
import { coldStartScenario } from './cold-start.ts';
import { growthScenario } from './growth.ts';
import { importSizeScenario } from './import-size.ts';
import { joinsScenario } from './joins.ts';
import { microScenario } from './micro.ts';
import type { Plan } from './plan.ts';
import { realScenario } from './real.ts';
import { reconcileScenario } from './reconcile.ts';
import { setsScenario } from './sets.ts';
import { stagesScenario } from './stages.ts';
import { viewsScenario } from './views.ts';

/**
 * Scenarios that run only if the user names them. These scenarios take minutes, or need software that npm does not
 * install.
 */
const asked: readonly string[] = ['query', 'served joins', 'real'];

/** Whether a program computes more than a cache. Other scenarios have these programs. */
const isComputing = (contender: string): boolean => /^(query|join)/.test(contender);

/** Returns all scenarios, with the sizes of the given plan (`full` or `quick`). */
export function scenariosOf(plan: Plan): readonly Scenario[] {
  const { kinds, objects, events, cold, paced, sizes, contenders, stepTime, shares } = plan;
  const isQuick = contenders !== undefined;
  const caches = kinds.flatMap((resource) =>
    objects[resource].map((count, nth) =>
      cacheScenario(
        nth === 0 ? resource : `${resource}, ${count}`,
        { resource, objects: count, cold: cold[resource], events: events[resource], paced },
        (contender) => !isComputing(contender),
        contenders,
      ),
    ),
  );
  const ofPods = [
    { ...growthScenario(sizes, Math.min(events.pods, 50_000)), roundsEach: shares.slow },
    { ...stagesScenario(sizes, Math.min(events.pods, 10_000)), roundsEach: shares.slow },
    cacheScenario(
      'query',
      {
        resource: 'pods',
        objects: objects.pods[0] ?? 0,
        cold: 0,
        events: Math.min(events.pods, 30_000),
        paced: 0,
      },
      (contender) => contender === 'floor' || contender.startsWith('query'),
    ),
    {
      ...cacheScenario(
        'served joins',
        {
          resource: 'pods',
          objects: objects.pods[0] ?? 0,
          cold: Math.min(events.pods, 20_000),
          events: Math.min(events.pods, 30_000),
          paced: 0,
        },
        (contender) => ['informer, client-node', 'join, client-node'].includes(contender),
      ),
      floor: 'informer, client-node',
    },
    realScenario(Math.min(objects.pods[0] ?? 0, 8_000), Math.min(events.pods, 6_000)),
  ];
  return [
    ...caches,
    ...(kinds.includes('pods') ? ofPods : []),
    viewsScenario(plan.viewSizes, Math.min(events.pods, 10_000)),
    { ...joinsScenario(plan.viewSizes, Math.min(events.pods, 10_000), isQuick), roundsEach: shares.slow },
    { ...setsScenario(plan.namespaces, Math.min(events.pods, 20_000)), roundsEach: shares.slow },
    microScenario(stepTime),
    reconcileScenario(plan.reconcile, isQuick),
    coldStartScenario(shares.coldStart),
    importSizeScenario,
  ];
}

/**
 * Returns the scenarios that the `only` option selects. A text that is the name of a scenario selects that scenario.
 * Any other text selects the programs whose names contain the text, together with the baseline program.
 *
 * @throws Error with the available names if a text selects nothing
 */
export function chosen(scenarios: readonly Scenario[], only: readonly string[]): readonly Scenario[] {
  const isScenario = (text: string): boolean => scenarios.some(({ name }) => name === text);
  const named = only.filter(isScenario);
  const parts = only.filter((text) => !isScenario(text));
  const hit = (name: string, part: string): boolean => name.includes(part);
  for (const part of parts) {
    if (!scenarios.some(({ contenders }) => contenders.some(({ name }) => hit(name, part)))) {
      throw new Error(`--only ${part}: no such scenario or contender; ${whatThereIs(scenarios)}`);
    }
  }
  return scenarios
    .filter(({ name }) => (named.length > 0 ? named.includes(name) : !asked.includes(name)))
    .map((scenario) => {
      const { floor, contenders } = scenario;
      const wanted = ({ name }: { readonly name: string }): boolean => parts.some((part) => hit(name, part));
      if (parts.length === 0) {
        return { ...scenario, contenders: contenders.filter(({ onRequest }) => onRequest !== true) };
      }
      if (!contenders.some(wanted)) return { ...scenario, contenders: [] };
      return { ...scenario, contenders: contenders.filter((one) => one.name === floor || wanted(one)) };
    })
    .filter(({ contenders }) => contenders.length > 0);
}

function whatThereIs(scenarios: readonly Scenario[]): string {
  const contenders = new Set(scenarios.flatMap((one) => one.contenders.map(({ name }) => name)));
  const names = scenarios.map(({ name }) => name);
  return `scenarios are ${names.join('; ')}, contenders ${[...contenders].join('; ')}`;
}
