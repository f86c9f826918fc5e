import type { Rule } from '../../objects/index.ts';

/** Rejects an empty list, because a check of nothing would pass. */
export const someOf = ({ allowed }: Rule): Rule => ({
  allowed: `${allowed}; one at least`,
  test: (given) => Array.isArray(given) && given.length > 0,
});
