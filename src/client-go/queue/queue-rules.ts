import { aFunction, type Rule } from '../../objects/index.ts';

const loopMethods = ['pop', 'keyOf'];
const controllerMethods = [
  ...loopMethods,
  'next',
  'error',
  'complete',
  'resync',
  'hasSynced',
  'close',
  'isClosed',
];

const queueWith = (methods: readonly string[]): Rule => ({
  allowed: 'a queue of newDeltaFIFO() or newRealFIFO()',
  test: (given) =>
    methods.every((name) => aFunction.test((given as Record<string, unknown> | null | undefined)?.[name])),
});

/** The methods of a `Queue` that `processLoop` calls. */
export const aPoppableQueue = queueWith(loopMethods);

/** The methods of a `Queue` that a controller calls. */
export const aQueue = queueWith(controllerMethods);

/** An object that lists its keys and looks one up. */
export const knownObjectsRule: Rule = {
  allowed: 'an object with listKeys() and get(key), such as a store',
  test: (given) =>
    ['listKeys', 'get'].every((name) => aFunction.test((given as Record<string, unknown> | null)?.[name])),
};

/** The rules of `QueueOptions`. */
export const queueRules: Readonly<Record<string, Rule>> = {
  keyFunction: aFunction,
  knownObjects: knownObjectsRule,
  transformer: aFunction,
  onError: aFunction,
};
