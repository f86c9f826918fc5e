import { concatMap, reduce } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { stringifyYaml, yamlPieces } from '../../yaml/index.ts';
import { freeFlow } from '../flow.ts';
import { encode } from '../wire/encode.ts';
import { wantsYaml } from './negotiate.ts';
import { pump } from './pump.ts';
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
    body: (flow) =>
      response.body(freeFlow).pipe(
        reduce((text, bytes) => text + decoder.decode(bytes, { stream: true }), ''),
        concatMap((text) => pump(() => pieces(JSON.parse(text)), flow)),
      ),
  };
}

function* pieces(value: unknown): Generator<Uint8Array> {
  for (const piece of isRecord(value) ? yamlPieces(value) : [stringifyYaml(value)]) yield encode(piece);
}

const decoder = new TextDecoder();
