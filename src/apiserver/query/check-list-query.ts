import { type FieldError, fieldForbidden, fieldNotSupported, invalid } from '../status/invalid.ts';
import { badRequest } from '../status/refusals.ts';
import type { ListQuery } from './list-query.ts';
import { notANumber, revisionOf } from './resource-version.ts';

/**
 * Checks whether the options of a list or a watch may be combined. The rules and the error messages are those of
 * `ValidateListOptions` in apimachinery.
 *
 * @throws Refusal 422 (P7–P9, P12, P19, P38–P40)
 */
export function checkListQuery(query: ListQuery): void {
  const errors = query.watch ? watchErrors(query) : listErrors(query);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}

/**
 * Checks that the resourceVersion of a list is a number.
 *
 * @throws Refusal 400
 */
export function checkListVersion({ resourceVersion }: ListQuery): void {
  if (resourceVersion === '' || revisionOf(resourceVersion) !== undefined) return;
  throw badRequest(`invalid resource version: ${notANumber(resourceVersion)}`);
}

const match = 'resourceVersionMatch';

function listErrors({
  resourceVersionMatch,
  resourceVersion,
  continue: token,
  ...query
}: ListQuery): FieldError[] {
  const errors: FieldError[] = [];
  if (resourceVersionMatch !== '') {
    if (resourceVersion === '') {
      errors.push(
        fieldForbidden(match, 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      );
    }
    if (token !== '') {
      errors.push(fieldForbidden(match, 'resourceVersionMatch is forbidden when continue is provided'));
    }
    if (resourceVersionMatch !== 'Exact' && resourceVersionMatch !== 'NotOlderThan') {
      errors.push(fieldNotSupported(match, resourceVersionMatch, ['Exact', 'NotOlderThan', '']));
    }
    if (resourceVersionMatch === 'Exact' && resourceVersion === '0') {
      errors.push(fieldForbidden(match, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (query.sendInitialEvents !== undefined) {
    errors.push(fieldForbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors(query: ListQuery): FieldError[] {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents, continue: token } = query;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && resourceVersionMatch !== 'NotOlderThan') {
    errors.push(
      fieldForbidden(match, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    );
  }
  if (resourceVersionMatch !== '') {
    if (sendInitialEvents === undefined) {
      const why = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
      errors.push(fieldForbidden(match, why));
    }
    if (resourceVersionMatch !== 'NotOlderThan') {
      errors.push(fieldNotSupported(match, resourceVersionMatch, ['NotOlderThan']));
    }
  }
  // For a watch without a resourceVersion, or with resourceVersion 0, apimachinery sets `sendInitialEvents` and
  // `resourceVersionMatch` by default. So if such a watch has a continue token, the error is about
  // `resourceVersionMatch`.
  const isFromState = sendInitialEvents === undefined && (resourceVersion === '' || resourceVersion === '0');
  if (token !== '' && (resourceVersionMatch !== '' || isFromState)) {
    errors.push(fieldForbidden(match, 'resourceVersionMatch is forbidden when continue is provided'));
  }
  return errors;
}
