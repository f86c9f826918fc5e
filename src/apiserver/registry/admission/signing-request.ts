import { type Json, omit, recordAt } from '../../json.ts';
import type { AdmissionRequest } from './admission.ts';

/**
 * Sets the author of a new signing request to the user who sends the write. Ignores the author that the client has set.
 * An update does not change the spec.
 */
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
