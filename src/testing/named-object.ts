import type { KubeObject, Rule } from '../objects/index.ts';

/** The rule for an object with a name. The name is necessary for the key. */
export const aNamedObject: Rule = {
  allowed: 'an object with metadata.name',
  test: (given) => typeof (given as Partial<KubeObject> | null | undefined)?.metadata?.name === 'string',
};
