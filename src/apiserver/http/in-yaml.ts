import { map, reduce } from 'rxjs';
import { freeFlow } from '../flow.ts';
import { encode } from '../wire/encode.ts';
import { yaml } from '../yaml.ts';
import { wantsYaml } from './negotiate.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';

/** Says in YAML what is said in JSON, to those who like that better: objects, lists, refusals, discovery; no stream. */
export function inYaml(request: ApiRequest, response: ApiResponse): ApiResponse {
  const isJson = response.headers['content-type'] === 'application/json';
  if (!isJson || response.stream === true || !/^\/apis?(\/|$)/.test(request.path) || !wantsYaml(request)) {
    return response;
  }
  return {
    ...response,
    headers: { ...withoutLength(response), 'content-type': 'application/yaml' },
    ...(isLarge(response) ? { large: true } : {}),
    body: () =>
      response.body(freeFlow).pipe(
        reduce((text, bytes) => text + decoder.decode(bytes, { stream: true }), ''),
        map((text) => encode(yaml().stringify(JSON.parse(text), asGoWrites))),
      ),
  };
}

const decoder = new TextDecoder();

/** YAML 1.1, so that nothing but a text is read again as a text. */
const asGoWrites = {
  version: '1.1',
  sortMapEntries: true,
  indentSeq: false,
  aliasDuplicateObjects: false,
} as const;
