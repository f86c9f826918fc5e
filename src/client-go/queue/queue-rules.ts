import { aFunction, type Rule } from '../../objects/index.ts';

/** What a `Queue` is made of, as far as a loop needs it. */
const queueMethods = [
  'pop',
  'next',
  'error',
  'complete',
  'resync',
  'hasSynced',
  'close',
  'isClosed',
  'keyOf',
];

/** A queue by hand. */
export const aQueue: Rule = {
  allowed: 'a queue, as made by newDeltaFIFO() or newRealFIFO()',
  test: (given) =>
    queueMethods.every((name) =>
      aFunction.test((given as Record<string, unknown> | null | undefined)?.[name]),
    ),
};

/** An object that lists its keys and looks one up. */
export const knownObjectsRule: Rule = {
  allowed: 'an object with listKeys() and get(key), such as a store',
  test: (given) =>
    ['listKeys', 'get'].every((name) => aFunction.test((given as Record<string, unknown> | null)?.[name])),
};

/** What both hand-popped queues take. */
export const queueRules: Readonly<Record<string, Rule>> = {
  keyFunction: aFunction,
  knownObjects: knownObjectsRule,
  transformer: aFunction,
  onError: aFunction,
};
