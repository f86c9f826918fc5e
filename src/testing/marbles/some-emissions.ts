import type { Rule } from '../../objects/index.ts';
import type { Emissions } from './emissions-of.ts';

export const someEmissions: Rule = {
  allowed: 'what emissionsOf(observable) gives',
  test: (given) => Array.isArray((given as Partial<Emissions<unknown>> | null | undefined)?.emissions),
};
