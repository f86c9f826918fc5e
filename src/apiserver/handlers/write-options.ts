import { managerName, managerNameErrors } from '../apply/manager-name.ts';
import { isOversized } from '../http/check-size.ts';
import { duplicateFields } from '../http/duplicate-fields.ts';
import { textOf } from '../http/read-body.ts';
import type { ApiRequest } from '../http/request.ts';
import { checkTimeout, flag } from '../query/list-query.ts';
import type { FieldOptions } from '../registry/known-fields.ts';
import type { Patch } from '../registry/patch-forms.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldNotSupported,
  fieldRequired,
  invalid,
} from '../status/invalid.ts';

/** The options of a write in the query of the request. */
export interface WriteOptions extends Required<Pick<FieldOptions, 'fieldValidation' | 'duplicates'>> {
  readonly dryRun: boolean;
  readonly fieldManager: string;
}

type Kind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/**
 * Returns the options of a write.
 *
 * @throws Refusal 422 for invalid options (P72, P86, P88)
 * @throws Refusal 400 for an invalid timeout
 */
export function writeOptions(
  request: ApiRequest,
  kind: Kind,
  more: readonly FieldError[] = [],
): WriteOptions {
  const { query, headers } = request;
  checkTimeout(query);
  const fieldValidation = fieldValidationIn(query);
  const errors = [
    ...more,
    ...managerNameErrors(query),
    ...dryRunErrors(query),
    ...(fieldValidation === undefined ? [unknownFieldValidation(query)] : []),
  ];
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
  return {
    dryRun: dryRunWords(query).length > 0,
    fieldManager: managerName(query, headers['user-agent']),
    fieldValidation: fieldValidation ?? 'Warn',
    duplicates: fieldValidation === 'Ignore' ? [] : duplicatesIn(request),
  };
}

/**
 * Returns the options of a patch. An apply requires a field manager. Only an apply may have the option `force`.
 *
 * @throws Refusal 422 (P72, P86, P88)
 */
export function patchOptions(request: ApiRequest, change: Patch): WriteOptions & { readonly force: boolean } {
  const force = flag(request.query, 'force');
  const options = writeOptions(request, 'PatchOptions', patchErrors(request.query, change, force));
  return { ...options, force: force === true };
}

function patchErrors(
  query: URLSearchParams,
  change: Patch,
  force: boolean | undefined,
): readonly FieldError[] {
  if (!('apply' in change)) {
    return force === undefined ? [] : [fieldForbidden('force', 'may not be specified for non-apply patch')];
  }
  const isNamed = (query.get('fieldManager') ?? '') !== '';
  return isNamed ? [] : [fieldRequired('fieldManager', 'is required for apply patch')];
}

/**
 * Returns `true` if a write is a dry run. A dry run stores nothing.
 *
 * @throws Refusal 422 for a value other than `All` (P72)
 */
export function isDryRun(query: URLSearchParams, kind: string): boolean {
  checkTimeout(query);
  const errors = dryRunErrors(query);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
  return dryRunWords(query).length > 0;
}

function dryRunErrors(query: URLSearchParams): readonly FieldError[] {
  const words = dryRunWords(query);
  return words.some((word) => word !== 'All') ? [fieldNotSupported('dryRun', words, ['All'])] : [];
}

const dryRunWords = (query: URLSearchParams): readonly string[] => query.getAll('dryRun');

const fieldValidations = ['Ignore', 'Strict', 'Warn'] as const;

function fieldValidationIn(query: URLSearchParams): WriteOptions['fieldValidation'] | undefined {
  const word = query.get('fieldValidation') ?? '';
  return word === '' ? 'Warn' : fieldValidations.find((one) => one === word);
}

function unknownFieldValidation(query: URLSearchParams): FieldError {
  return fieldNotSupported('fieldValidation', query.get('fieldValidation'), ['', ...fieldValidations]);
}

/**
 * Returns the duplicate fields in a JSON body. For YAML, the result is empty. In an apply with the field validation
 * `Strict`, the YAML parser reports a duplicate field as an error.
 */
function duplicatesIn({ headers, body }: ApiRequest): readonly string[] {
  if (!/\bjson\b/.test(headers['content-type'] ?? 'json')) return [];
  const text = textOf(body);
  return isOversized(text) ? [] : duplicateFields(text);
}
