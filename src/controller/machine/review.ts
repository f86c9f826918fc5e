import {
  deepestJson,
  deepFreeze,
  isNonEmptyString,
  isRecord,
  type KubeObject,
  textOversize,
} from '../../objects/index.ts';
import type { AdmissionRequest } from '../admission-types.ts';

/** A review that the API server has sent. */
export type Review =
  | { readonly kind: 'AdmissionReview'; readonly request: AdmissionRequest }
  | { readonly kind: 'ConversionReview'; readonly request: ConversionRequest };

/** The request of a `ConversionReview`. */
export interface ConversionRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubeObject[];
}

/** A request that gets an HTTP error: its status, a text without any part of the body, and headers. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

const groups = { AdmissionReview: 'admission.k8s.io', ConversionReview: 'apiextensions.k8s.io' } as const;

/** Parses the body of a request. @throws HttpRefusal 400 for a body that is no review of version v1 */
export function parseReview(text: string): Review {
  const body = jsonIn(text);
  const kind = isRecord(body) ? body['kind'] : undefined;
  if (!isRecord(body) || (kind !== 'AdmissionReview' && kind !== 'ConversionReview'))
    throw badReview('the body is neither an AdmissionReview nor a ConversionReview');
  const { apiVersion, request } = body;
  const group = groups[kind];
  if (apiVersion !== `${group}/v1`) {
    const option = kind === 'AdmissionReview' ? 'admissionReviewVersions' : 'conversionReviewVersions';
    throw badReview(
      `the version of the ${kind} is not supported; set ${option} of the webhook to ["v1"] (${group}/v1)`,
    );
  }
  if (!isRecord(request) || !isNonEmptyString(request['uid']))
    throw badReview(`the ${kind} has no request with a uid`);
  return kind === 'AdmissionReview'
    ? { kind, request: admissionRequest(request) }
    : { kind, request: conversionRequest(request) };
}

function admissionRequest(request: Readonly<Record<string, unknown>>): AdmissionRequest {
  const { operation, kind, resource, userInfo, object, oldObject } = request;
  if (!operations.has(operation)) throw badReview('the operation of the AdmissionReview is not known');
  if (!isRecord(kind) || !isRecord(resource))
    throw badReview('the request of the AdmissionReview has no kind or no resource');
  for (const given of [object, oldObject, userInfo]) {
    if (given !== undefined && given !== null && !isRecord(given))
      throw badReview('an object of the AdmissionReview is not a JSON object');
  }
  // The API server sends `null` and empty texts for absent members.
  const present = Object.entries(request).filter(([, value]) => value !== null && value !== '');
  return deepFreeze({
    userInfo: {},
    ...Object.fromEntries(present),
  }) as unknown as AdmissionRequest;
}

function conversionRequest(request: Readonly<Record<string, unknown>>): ConversionRequest {
  const { desiredAPIVersion, objects } = request;
  if (!isNonEmptyString(desiredAPIVersion))
    throw badReview('the request of the ConversionReview has no desiredAPIVersion');
  const isList = Array.isArray(objects) && objects.every((one) => isRecord(one) && isRecord(one['metadata']));
  if (!isList) throw badReview('the objects of the ConversionReview are not a list of objects with metadata');
  return deepFreeze(request) as unknown as ConversionRequest;
}

function jsonIn(text: string): unknown {
  // JSON with too many levels would overflow the stack of recursive functions, also of the user's functions.
  if (textOversize(text, Infinity, deepestJson) !== undefined)
    throw badReview(`the body has more than ${deepestJson} levels`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The message of JSON.parse contains a part of the text, which can be a secret.
    throw badReview('the body is not JSON');
  }
}

const badReview = (text: string): HttpRefusal => new HttpRefusal(400, text);
const operations: ReadonlySet<unknown> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']);
