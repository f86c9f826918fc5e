import type { InformerInspection } from '../../../inspect/index.ts';

/**
 * Returns whether a value has all members that the command shows. The program can use another version of the library, and
 * the address can be another program. The reader of the answer limits its depth, so the recursion is limited too.
 */
export function isInspection(given: unknown): given is InformerInspection {
  if (!isObject(given)) return false;
  const { reflector, queue, store, delivery, errors, inputs = [] } = given;
  return (
    isObject(reflector) &&
    typeof reflector['phase'] === 'string' &&
    typeof reflector['hasSynced'] === 'boolean' &&
    (reflector['frameAge'] === null || Number.isFinite(reflector['frameAge'])) &&
    ['attempt', 'received', 'retryIn'].every((name) => isOptionalNumber(reflector[name])) &&
    hasNumbers(queue, 'pending') &&
    hasNumbers(store, 'objects') &&
    hasNumbers(delivery, 'subscribers') &&
    isArrayOf(delivery['buffers'], (buffer) => hasNumbers(buffer, 'pending', 'age')) &&
    isArrayOf(errors, isError) &&
    isArrayOf(inputs, isInput)
  );
}

const isInput = (given: unknown): boolean =>
  isObject(given) &&
  typeof given['name'] === 'string' &&
  ('sameAs' in given ? typeof given['sameAs'] === 'string' : isInspection(given));

const isError = (given: unknown): boolean =>
  hasNumbers(given, 'age') && typeof given['failure'] === 'string' && typeof given['message'] === 'string';

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null;
}

function hasNumbers(given: unknown, ...names: readonly string[]): given is Readonly<Record<string, unknown>> {
  return isObject(given) && names.every((name) => Number.isFinite(given[name]));
}

/** JSON can contain a number such as `1e999`, which becomes `Infinity`. */
function isOptionalNumber(given: unknown): boolean {
  return given === undefined || Number.isFinite(given);
}

function isArrayOf(given: unknown, is: (element: unknown) => boolean): boolean {
  return Array.isArray(given) && given.every(is);
}
