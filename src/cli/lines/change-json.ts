import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { jsonLine } from './one-line.ts';

/** A change for programs: one line of JSON, `{"type","key","cause","finalStateKnown"?,"object","old"?}`. */
export function changeJson(change: Change<KubeObject>): string {
  const { type, key, cause, object } = change;
  const json = JSON.stringify({
    type,
    key,
    cause,
    ...(type === 'deleted' ? { finalStateKnown: change.finalStateKnown } : {}),
    object,
    ...(type === 'updated' ? { old: change.old } : {}),
  });
  return jsonLine(json);
}
