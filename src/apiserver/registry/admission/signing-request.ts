import { type Json, omit, recordAt } from '../../json.ts';
import type { AdmissionRequest } from './admission.ts';

/**
 * Sets the user of the request as the author of a new signing request, and ignores the values of the client. An update
 * keeps the spec.
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
