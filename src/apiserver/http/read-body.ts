import { Refusal } from '../status/refusal.ts';
import { badRequest, unsupportedMediaType } from '../status/refusals.ts';
import type { Patch } from '../registry/patch-forms.ts';
import { decodeBody, protobufType } from '../wire/protobuf/decode-body.ts';
import { hasInfinity } from '../json-size.ts';
import { checkSize, checkText, maxOfJsonPatch } from './check-size.ts';
import { parseYaml, type YamlReading } from './parse-yaml.ts';
import type { ApiRequest } from './request.ts';

/**
 * Parses the body of a request. The body is JSON, unless the content type is YAML or protobuf.
 *
 * @throws Refusal 415 for an unsupported content type (P71)
 * @throws Refusal 400 for an invalid body
 */
export function readObject({ headers, body, unreadable }: ApiRequest): unknown {
  const type = mediaType(headers['content-type']);
  if (type === '' || type === 'application/json') return parsed(textOf(body), parseJson);
  if (type === 'application/yaml') return parsed(textOf(body), yamlOr(unreadable));
  if (type === protobufType && typeof body !== 'string') {
    const object = decodeBody(body);
    if (object !== undefined) {
      checkSize(object);
      return object;
    }
  }
  throw unsupportedMediaType(['application/json', 'application/yaml']);
}

/** Parses an optional body. Returns an empty object if the request has no body. */
export function readOptional(request: ApiRequest): unknown {
  return request.body.length === 0 ? {} : readObject(request);
}

/**
 * Returns the patch in a request.
 *
 * @param builtIn - `true` for a built-in resource; a strategic merge patch requires the merge keys of built-in
 * resources
 * @throws Refusal 415 for an unsupported content type (P82)
 * @throws Refusal 400 for an invalid body
 */
export function readPatch(request: ApiRequest, builtIn: boolean): Patch {
  const { headers, body, unreadable } = request;
  const accepted = builtIn ? [...ofAll, strategic, apply] : [...ofAll, apply];
  switch (mediaType(headers['content-type'])) {
    case 'application/merge-patch+json':
      return { merge: parsed(textOf(body), parseJson) };
    case 'application/json-patch+json':
      return { json: parsed(textOf(body), parseJson, unrecognized, maxOfJsonPatch) };
    case strategic:
      if (builtIn) return { strategic: parsed(textOf(body), parseJson) };
      break;
    case apply:
      return { apply: parsed(textOf(body), yamlOr(unreadable, yamlOptions(request)), 'error decoding YAML') };
  }
  throw unsupportedMediaType(accepted);
}

/**
 * Decodes the text of a body.
 *
 * @throws Refusal 400 for invalid UTF-8
 */
export function textOf(body: ApiRequest['body']): string {
  if (typeof body === 'string') return body;
  try {
    return strictly.decode(body);
  } catch {
    throw badRequest('the object provided is unrecognized: the body is not UTF-8');
  }
}

/** Returns `true` if the body of a request is YAML. */
export function isYaml({ headers }: ApiRequest): boolean {
  const type = mediaType(headers['content-type']);
  return type === 'application/yaml' || type === apply;
}

/**
 * Returns the options for a YAML body. In an apply with the field validation `Strict`, a repeated key is an error of
 * the YAML parser. In any other YAML body, the last value of a repeated key counts.
 */
export const yamlOptions = ({ headers, query }: ApiRequest): YamlReading => ({
  strict: mediaType(headers['content-type']) === apply && query.get('fieldValidation') === 'Strict',
});

const yamlOr =
  (unreadable: Error | undefined, options?: YamlReading) =>
  (text: string): unknown => {
    if (unreadable !== undefined) throw unreadable;
    return parseYaml(text, options);
  };

const unrecognized = 'the object provided is unrecognized';

function parseJson(text: string, most?: number): unknown {
  checkText(text, most);
  return JSON.parse(text);
}

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const strategic = 'application/strategic-merge-patch+json';
const apply = 'application/apply-patch+yaml';
const ofAll = ['application/json-patch+json', 'application/merge-patch+json'];

const mediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1).join().trim().toLowerCase();

function parsed(
  body: string,
  parser: (text: string, most?: number) => unknown,
  what = unrecognized,
  most?: number,
): unknown {
  let value: unknown;
  try {
    value = parser(body, most);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badRequest(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
  checkSize(value, most);
  if (hasInfinity(value)) throw badRequest(`${what}: a number is not between -1.8e308 and 1.8e308`);
  return value;
}
