import { aFunction, type Rule } from '../../objects/index.ts';

const controllerMethods = ['next', 'error', 'complete', 'resync', 'hasSynced', 'close', 'isClosed'];

/** Checks the queue argument of `processLoop`: the queue has to have the methods that `processLoop` calls. */
export const aPoppableQueue: Rule = {
  allowed: 'a queue of newDeltaFIFO() or newRealFIFO()',
  test: (given) => ['pop', 'keyOf'].every((name) => isMethod(given, name)),
};

export const aQueue: Rule = {
  allowed: 'a queue of newDeltaFIFO() or newRealFIFO()',
  test: (given) => aPoppableQueue.test(given) && controllerMethods.every((name) => isMethod(given, name)),
};

export const knownObjectsRule: Rule = {
  allowed: 'an object with listKeys() and get(key), such as a store',
  test: (given) => ['listKeys', 'get'].every((name) => isMethod(given, name)),
};

export const queueRules: Readonly<Record<string, Rule>> = {
  keyFunction: aFunction,
  knownObjects: knownObjectsRule,
  transformer: aFunction,
  onError: aFunction,
};

function isMethod(given: unknown, name: string): boolean {
  return aFunction.test((given as Record<string, unknown> | null | undefined)?.[name]);
}
