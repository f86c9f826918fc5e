import type { KubeObject, Rule } from '../objects/index.ts';

/** What has a name, and so a key. */
export const aNamedObject: Rule = {
  allowed: 'an object with metadata.name',
  test: (given) => typeof (given as Partial<KubeObject> | null | undefined)?.metadata?.name === 'string',
};
