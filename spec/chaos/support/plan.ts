import type { Toxic } from '../proxy/toxic.ts';
import { between, oneOf, type Random, shuffled } from './random.ts';

/** A step of the chaos test. The step happens after `at` changes. */
export type Step = { readonly at: number } & Act;

type Act =
  | { readonly type: 'network'; readonly toxic: Toxic; readonly watchers: readonly number[] }
  | { readonly type: 'server'; readonly deed: number }
  | { readonly type: 'block'; readonly ms: number }
  | { readonly type: 'tokens'; readonly lateBy: number };

interface Extent {
  readonly changes: number;
  readonly steps: number;
  readonly watchers: number;
  readonly deeds: number;
}

/** Creates each fault of the network, with random parameters. */
export const toxics: readonly ((random: Random) => Toxic)[] = [
  () => ({ type: 'reset' }),
  () => ({ type: 'end' }),
  (random) => ({ type: 'cut', bytes: between(random, 0, 3_000) }),
  (random) => ({ type: 'stall', ms: between(random, 200, 2_000) }),
  (random) => ({ type: 'drip', bytes: between(random, 1, 200), ms: between(random, 500, 2_000) }),
  (random) => ({ type: 'halfOpen', ms: between(random, 1_000, 6_000) }),
  (random) => ({ type: 'refuse', ms: between(random, 200, 2_000) }),
];

/**
 * Plans the steps of a chaos test in a random order. If there are enough steps, each possible fault occurs at least
 * once. Further faults are chosen at random.
 */
export function planOf(random: Random, { changes, steps, watchers, deeds }: Extent): readonly Step[] {
  const places = Array.from({ length: watchers }, (_, i) => i);
  const network = (make: (random: Random) => Toxic): Act => ({
    type: 'network',
    toxic: make(random),
    watchers: random() < 0.4 ? places : shuffled(random, places).slice(0, between(random, 1, 5)),
  });
  const block = (): Act => ({ type: 'block', ms: between(random, 1_000, 4_000) });
  const rotation = (): Act => ({ type: 'tokens', lateBy: between(random, 0, 2_000) });
  const server = (): Act => ({ type: 'server', deed: between(random, 0, deeds - 1) });
  const once: readonly Act[] = [
    ...toxics.map(network),
    ...Array.from({ length: deeds }, (_, deed): Act => ({ type: 'server', deed })),
    block(),
    rotation(),
  ];
  const more = Array.from({ length: Math.max(0, steps - once.length) }, (): Act => {
    const dice = random();
    if (dice < 0.6) return network(oneOf(random, toxics));
    return dice < 0.9 ? server() : dice < 0.96 ? block() : rotation();
  });
  const acts = shuffled(random, [...once, ...more]).slice(0, steps);
  return acts.map((act, i) => ({ ...act, at: Math.round((changes * (i + 1)) / (acts.length + 1)) }));
}
