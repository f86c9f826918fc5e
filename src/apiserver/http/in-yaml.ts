import { isRecord } from '../../objects/index.ts';
import { stringifyYaml, yamlPieces } from '../../yaml/index.ts';
import { encode } from '../wire/encode.ts';
import { wantsYaml } from './negotiate.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';
import { rewritten, type Rewriter } from './rewritten.ts';
import { yamlList } from './yaml-list.ts';

/**
 * Converts a JSON response to YAML for a client that prefers YAML. The function converts objects, lists, refusals and
 * discovery documents. The function does not convert streams.
 */
export function inYaml(request: ApiRequest, response: ApiResponse): ApiResponse {
  const isJson = response.headers['content-type'] === 'application/json';
  if (!isJson || response.stream === true || !/^\/apis?(\/|$)/.test(request.path) || !wantsYaml(request)) {
    return response;
  }
  return {
    ...response,
    headers: { ...withoutLength(response), 'content-type': 'application/yaml' },
    ...(isLarge(response) ? { large: true } : {}),
    body: rewritten(response.body, response.large === true ? yamlList : yamlWhole),
  };
}

/**
 * Creates a function that converts a body from JSON to YAML as a whole, at the end of the body. For a large response,
 * the server uses `yamlList` instead.
 */
function yamlWhole(): Rewriter {
  const decoder = new TextDecoder();
  let text = '';
  return function* (piece) {
    text += piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    if (piece !== undefined) return;
    const value: unknown = JSON.parse(text);
    for (const part of isRecord(value) ? yamlPieces(value) : [stringifyYaml(value)]) yield encode(part);
  };
}
