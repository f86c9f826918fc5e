import {
  isNonEmptyString,
  isRecord,
  type JsonPatchOperation,
  type KubeObject,
  OptionsError,
} from '../../objects/index.ts';
import type { AdmissionCause, AdmissionRequest, AdmissionResult } from '../admission-types.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Returns the answer to an `AdmissionReview`: the verdict, the warnings, and the JSON patch if the request is allowed. */
export function admissionAnswer(
  request: AdmissionRequest,
  { causes = [], forbidden, warnings = [] }: AdmissionResult,
  patch: readonly JsonPatchOperation[],
): Answer {
  const { uid } = request;
  const isAllowed = causes.length === 0 && forbidden === undefined;
  const shownWarnings = warnings.length > 0 && { warnings };
  const response = isAllowed
    ? {
        ...{ uid, allowed: true, ...shownWarnings },
        ...(patch.length > 0 && { patchType: 'JSONPatch', patch: base64Of(JSON.stringify(patch)) }),
      }
    : { uid, allowed: false, ...shownWarnings, status: denial(request, causes, forbidden) };
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response };
}

/** Returns the `metav1.Status` of a denied request, as the API server itself would answer it. */
function denial(
  { kind: { group, kind }, name = '' }: AdmissionRequest,
  causes: readonly AdmissionCause[],
  forbidden: string | undefined,
): Answer {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
  const of = `${kind}${group === '' ? '' : `.${group}`} ${JSON.stringify(name)}`;
  return {
    status: 'Failure',
    message: forbidden ?? `${of} is invalid: ${list}`,
    ...(forbidden === undefined ? { reason: 'Invalid', code: 422 } : { reason: 'Forbidden', code: 403 }),
    details: {
      ...{ name, group, kind },
      ...(causes.length > 0 && {
        causes: causes.map(({ field, message, reason = 'FieldValueInvalid' }) => ({
          reason,
          message,
          field,
        })),
      }),
    },
  };
}

/** @throws OptionsError if a validation returns something else than a result */
export function checkedResult(given: unknown): AdmissionResult {
  if (given === undefined || given === null) return {};
  const isList = (list: unknown, test: (one: unknown) => boolean): boolean =>
    list === undefined || (Array.isArray(list) && list.every(test));
  const isCause = (one: unknown): boolean =>
    isRecord(one) && typeof one['field'] === 'string' && isNonEmptyString(one['message']);
  const isResult =
    isRecord(given) &&
    isList(given['causes'], isCause) &&
    isList(given['warnings'], (one) => typeof one === 'string') &&
    (given['forbidden'] === undefined || isNonEmptyString(given['forbidden'])) &&
    // Another member, such as `allowed: false`, would be ignored, and the request would be allowed.
    Object.keys(given).every((name) => ['causes', 'forbidden', 'warnings'].includes(name));
  if (isResult) return given;
  throw new OptionsError('validate: result', undefined, 'nothing, or { causes?, forbidden?, warnings? }');
}

/** The answer to a `ConversionReview`: the converted objects, or why they could not be converted. */
export function conversionAnswer(uid: string, converted: readonly KubeObject[] | string): Answer {
  const response =
    typeof converted === 'string'
      ? { uid, result: { status: 'Failure', message: converted } }
      : { uid, result: { status: 'Success' }, convertedObjects: converted };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
}

/**
 * Returns the converted object with its new `apiVersion`.
 *
 * @throws OptionsError for another kind, name, namespace or uid, which the API server would refuse for the whole list
 */
export function checkedConversion(
  given: KubeObject,
  converted: unknown,
  desiredAPIVersion: string,
): KubeObject {
  if (!isRecord(converted) || !isRecord(converted['metadata']))
    throw new OptionsError('convert: result', undefined, 'an object with metadata');
  const { metadata, kind = given.kind } = converted as unknown as KubeObject;
  if (kind !== given.kind) throw new OptionsError('convert: kind', kind, `'${String(given.kind)}'`);
  for (const name of ['name', 'namespace', 'uid'] as const) {
    if (metadata[name] !== given.metadata[name])
      throw new OptionsError(`convert: metadata.${name}`, metadata[name], 'the same as before');
  }
  return { ...(converted as unknown as KubeObject), kind: String(kind), apiVersion: desiredAPIVersion };
}

/** Encodes a text as the base64 of its UTF-8 bytes. */
function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  // The number of arguments of a call is limited, so the bytes are converted in parts.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
