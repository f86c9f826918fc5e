import type { KubeObject, Rule } from '../objects/index.ts';

/** Accepts an object with a name, because the key needs the name. */
export const aNamedObject: Rule = {
  allowed: 'an object with metadata.name',
  test: (given) => typeof (given as Partial<KubeObject> | null | undefined)?.metadata?.name === 'string',
};
