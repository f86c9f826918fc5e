import type { Rule } from '../../objects/index.ts';

/**
 * Creates the check for an argument that has to be a list with at least one item. An empty list is rejected,
 * because the check of an empty list would always pass.
 */
export const someOf = ({ allowed }: Rule): Rule => ({
  allowed: `${allowed}; one at least`,
  test: (given) => Array.isArray(given) && given.length > 0,
});
