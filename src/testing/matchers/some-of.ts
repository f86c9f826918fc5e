import type { Rule } from '../../objects/index.ts';

/** A list of none looks at nothing, and would pass. */
export const someOf = ({ allowed }: Rule): Rule => ({
  allowed: `${allowed}; one at least`,
  test: (given) => Array.isArray(given) && given.length > 0,
});
