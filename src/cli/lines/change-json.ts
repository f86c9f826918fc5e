import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

/** A change for programs as JSON without a line feed, `{"type","key","cause","finalStateKnown"?,"object","old"?}`. */
export function changeJson(change: Change<KubeObject>): string {
  const { type, key, cause, object } = change;
  return JSON.stringify({
    type,
    key,
    cause,
    ...(type === 'deleted' ? { finalStateKnown: change.finalStateKnown } : {}),
    object,
    ...(type === 'updated' ? { old: change.old } : {}),
  });
}
