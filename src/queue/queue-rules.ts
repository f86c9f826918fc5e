import { aFunction, type Rule } from '../objects/index.ts';

/** An object that lists its keys and looks one up. */
export const knownObjectsRule: Rule = {
  allowed: 'an object with listKeys() and get(key), such as a store',
  test: (given) =>
    ['listKeys', 'get'].every((name) => aFunction.test((given as Record<string, unknown> | null)?.[name])),
};
