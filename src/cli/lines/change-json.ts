import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { JsonPart } from './one-line.ts';

/**
 * Formats a change for programs as JSON without a line feed,
 * `{"type","key","cause","finalStateKnown"?,"object","old"?}`. Returns the object and the old object as separate parts,
 * because a large object takes long to format: 175 ms for an object of 16 MiB with only unpaired surrogates.
 */
export function changeJson(change: Change<KubeObject>): readonly JsonPart[] {
  const { type, key, cause, object } = change;
  const head = (): string =>
    JSON.stringify({
      type,
      key,
      cause,
      ...(type === 'deleted' ? { finalStateKnown: change.finalStateKnown } : {}),
      object,
    });
  if (type !== 'updated') return [head];
  return [() => `${head().slice(0, -1)},"old":`, () => `${JSON.stringify(change.old)}}`];
}
