import {
  anObject,
  checkArgument,
  checkOptions,
  edit,
  isRecord,
  isThenable,
  type JsonPatchOperation,
  keyOf,
  type KubeObject,
  OptionsError,
  sameJson,
} from '../objects/index.ts';
import { runGuarded } from '../scheduling/index.ts';
import { type AdmissionOptions, type AdmissionRequest, admissionRules } from './admission-types.ts';
import { type ConversionRequest, HttpRefusal, parseReview } from './machine/review.ts';
import {
  admissionAnswer,
  checkedConversion,
  checkedResult,
  conversionAnswer,
} from './machine/review-answer.ts';
import { readJsonBody } from './read-body.ts';

/**
 * Creates the handler of a webhook: it answers the API server's `AdmissionReview` and `ConversionReview` of version v1. The handler
 * is a function of the fetch API, so any server can serve it: the API server requires HTTPS.
 *
 * A denied request has the status 422 with the causes, or 403. All other failures are HTTP errors, for which the API server follows
 * the `failurePolicy` of the webhook:
 *
 * - 405 for another method than POST, 415 for another content-type than `application/json`, 413 for a body over `maxBodySize`
 * - 400 for a body that is no review, for another version than v1, and for a review without a matching function
 * - 500 if `validate` or `mutate` throws or returns a wrong result
 *
 * If `convert` throws, the answer is a `ConversionReview` with the result `Failure`, which names the object. No answer contains a
 * part of the body, of an error or of a stack trace; `onError` gets the errors.
 *
 * @throws OptionsError for an option that is not allowed, or if all three functions are absent
 *
 * @example
 * ```ts
 * const handler = admission<Deployment>({
 *   mutate: (draft) => {
 *     draft.metadata.labels = { team: 'web', ...draft.metadata.labels };
 *   },
 *   validate: ({ object }) =>
 *     object?.spec?.replicas === 0 ? { causes: [{ field: 'spec.replicas', message: 'must be 1 or more' }] } : {},
 *   onError: (error) => console.error(error),
 * });
 * ```
 */
export function admission<T extends KubeObject = KubeObject>(
  options: AdmissionOptions<T>,
): (request: Request) => Promise<Response> {
  checkArgument('admission: options', options, anObject);
  checkOptions('admission', options, admissionRules);
  const { validate, mutate, convert, onError } = options as unknown as AdmissionOptions;
  if ((validate ?? mutate ?? convert) === undefined)
    throw new OptionsError('admission: options', undefined, '{ validate } or { mutate } or { convert }');
  const { maxBodySize = (convert === undefined ? 7 : 64) * 1_048_576 } = options;
  const report = (error: unknown): void => runGuarded(() => onError?.(error));

  /** Runs the functions of the user. @throws HttpRefusal 500 if one of them fails */
  const admit = async (request: AdmissionRequest): Promise<object> => {
    try {
      const { object, patch } = mutated(mutate, request);
      const seen = object === request.object ? request : Object.freeze({ ...request, object });
      return admissionAnswer(request, checkedResult(await validate?.(seen as AdmissionRequest)), patch);
    } catch (error) {
      report(error);
      throw new HttpRefusal(500, 'the webhook failed');
    }
  };
  const convertAll = async ({ uid, desiredAPIVersion, objects }: ConversionRequest): Promise<object> => {
    const converted: KubeObject[] = [];
    for (const object of objects) {
      try {
        if (object.apiVersion === desiredAPIVersion) converted.push(object);
        else
          converted.push(
            checkedConversion(object, await convert?.(object, desiredAPIVersion), desiredAPIVersion),
          );
      } catch (error) {
        report(error);
        return conversionAnswer(uid, `the conversion of ${keyOf(object)} to ${desiredAPIVersion} failed`);
      }
    }
    return conversionAnswer(uid, converted);
  };
  const answer = async (request: Request): Promise<object> => {
    const review = parseReview(await readJsonBody(request, maxBodySize));
    if (review.kind === 'ConversionReview') {
      if (convert === undefined) throw new HttpRefusal(400, 'this webhook converts no objects');
      return convertAll(review.request);
    }
    if ((validate ?? mutate) === undefined) throw new HttpRefusal(400, 'this webhook admits no objects');
    return admit(review.request);
  };

  return async (request) => {
    try {
      return json(await answer(request));
    } catch (error) {
      if (error instanceof HttpRefusal) return refused(error);
      // The connection broke while the body arrived, or JSON cannot express an answer.
      report(error);
      return refused(new HttpRefusal(500, 'the webhook failed'));
    }
  };
}

/** Runs the recipe of the user. Returns the new object and its patch. The patch does not check the resourceVersion. */
function mutated(
  mutate: AdmissionOptions['mutate'],
  request: AdmissionRequest,
): { readonly object: KubeObject | undefined; readonly patch: readonly JsonPatchOperation[] } {
  const { object } = request;
  if (mutate === undefined || object === undefined || !isRecord(object.metadata))
    return { object, patch: [] };
  let returned: unknown;
  const edited = edit(object, (draft) => {
    returned = (mutate as (draft: unknown, request: unknown) => unknown)(draft, request);
  });
  if (isThenable(returned)) {
    returned.then(undefined, () => undefined);
    throw new OptionsError('admission: mutate', undefined, 'a function that is not async');
  }
  // The API server refuses a patch in the answer to a validating webhook, even a patch that changes nothing.
  if (sameJson(object, edited.object)) return { object, patch: [] };
  // `slice` removes the operation that checks the resourceVersion. A created object has no resourceVersion, and the API
  // server itself prevents conflicts.
  return { object: edited.object, patch: edited.jsonPatch.slice(1) };
}

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

const refused = ({ status, message, headers }: HttpRefusal): Response =>
  new Response(message, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
