import { type Json, omit, recordAt } from '../../json.ts';
import type { AdmissionRequest } from './admission.ts';

/** A signing request says who made it, whatever its maker says; and it asks the same for ever. */
export function withRequester(object: Json, { requester, existing }: AdmissionRequest): Json {
  if (existing !== undefined) return { ...object, spec: existing['spec'] };
  if (requester === undefined) return object;
  const { name: username, uid, groups, extra } = requester.user;
  const spec = omit(recordAt(object, 'spec'), 'username', 'uid', 'groups', 'extra');
  const own = {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups,
    ...(extra === undefined ? {} : { extra }),
  };
  return { ...object, spec: { ...spec, ...own } };
}
