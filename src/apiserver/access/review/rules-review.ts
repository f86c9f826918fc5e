import type { Json } from '../../json.ts';
import type { Storage } from '../../storage/storage.ts';
import { badRequest } from '../../status/refusals.ts';
import { boundRules } from '../rbac/role-bindings.ts';
import type { Subject } from './access-review.ts';

/**
 * The status of a rules review: all that roles allow a user in a namespace.
 *
 * @param known - false where a function decides, of which nobody can say what it allows
 * @throws Refusal 400 without a namespace
 */
export function rulesStatus(storage: Storage, subject: Subject, { namespace }: Json, known: boolean): Json {
  if (typeof namespace !== 'string' || namespace === '') throw badRequest('no namespace on request');
  const rules = known
    ? [...boundRules(storage, subject, namespace)].flatMap((bound) => [...bound.rules])
    : [];
  const resourceRules = rules.flatMap(({ verbs, apiGroups, resources = [], resourceNames }) =>
    resources.length === 0
      ? []
      : [{ verbs, apiGroups, resources, ...(resourceNames === undefined ? {} : { resourceNames }) }],
  );
  const nonResourceRules = rules.flatMap(({ verbs, nonResourceURLs = [] }) =>
    nonResourceURLs.length === 0 ? [] : [{ verbs, nonResourceURLs }],
  );
  const evaluationError = known ? {} : { evaluationError: 'the authorizer does not list what it allows' };
  return { resourceRules, nonResourceRules, incomplete: !known, ...evaluationError };
}
