import { flag } from '../query/list-query.ts';
import { indentedJson } from './indented-json.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';
import { rewritten } from './rewritten.ts';

/**
 * Indents JSON if the client requests indentation. For browsers and terminal tools, indentation is the default (P125).
 */
export function pretty(request: ApiRequest, response: ApiResponse): ApiResponse {
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
  if (!isJson || response.stream === true || !wantsPretty(request)) return response;
  return {
    ...response,
    headers: withoutLength(response),
    ...(isLarge(response) ? { large: true } : {}),
    body: rewritten(response.body, indentedJson),
  };
}

function wantsPretty({ query, headers }: ApiRequest): boolean {
  const asked = query.get('pretty') ?? '';
  if (asked !== '') return flag(query, 'pretty') === true;
  return /^(curl|Wget|Mozilla\/5\.0)/.test(headers['user-agent'] ?? '');
}
