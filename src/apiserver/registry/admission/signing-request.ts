import { type Json, omit, recordAt } from '../../json.ts';
import type { AdmissionRequest } from './admission.ts';

/**
 * Writes the data of the user who creates a CertificateSigningRequest into its spec: `username`, `uid`, `groups` and
 * `extra`. User data from the client is ignored. An update does not change the spec.
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
