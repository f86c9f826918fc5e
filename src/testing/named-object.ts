import type { KubeObject, Rule } from '../objects/index.ts';

/** Checks that an argument is an object with a name, because the key of an object contains the name. */
export const aNamedObject: Rule = {
  allowed: 'an object with metadata.name',
  test: (given) => typeof (given as Partial<KubeObject> | null | undefined)?.metadata?.name === 'string',
};
