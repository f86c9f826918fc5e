import { Refusal } from '../status/refusal.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** Adds warnings for the client to a response, in the format of kube-apiserver (RFC 7234, 299). */
export function withWarnings(response: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) return response;
  const { warning: given } = response.headers;
  const all = [...(given === undefined ? [] : [given]), ...bounded(warnings).map(headerOf)];
  return { ...response, headers: { ...response.headers, warning: all.join(', ') } };
}

/**
 * Removes duplicate warnings. If all warnings together have more than 4,096 characters, cuts each to 256 characters,
 * and drops the rest once 4,096 characters are reached again. Follows `WithWarningRecorder` of kube-apiserver, which
 * counts in the same way. Clients with a limit of 16 KiB of headers, such as Node's `fetch`, accept the answer.
 */
function bounded(warnings: readonly string[]): readonly string[] {
  const distinct = [...new Set(warnings)].filter((text) => text !== '');
  if (distinct.reduce((sum, text) => sum + text.length, 0) <= maxTogether) return distinct;
  const cut: string[] = [];
  for (let at = 0, length = 0; at < distinct.length && length < maxTogether; at++) {
    const text = Array.from((distinct[at] ?? '').slice(0, 2 * maxOfOne))
      .slice(0, maxOfOne)
      .join('');
    cut.push(text);
    length += text.length;
  }
  return cut;
}

/** In characters, for all warnings of an answer. */
const maxTogether = 4096;

/** In characters, for one warning, if all together are too long. */
const maxOfOne = 256;

/** Returns the answer of a write, also of a refused one, with the warnings of the write. */
export function* warned(
  write: (warn: (text: string) => void) => Generator<void, ApiResponse>,
): Generator<void, ApiResponse> {
  const warnings: string[] = [];
  try {
    const response = yield* write((text) => warnings.push(text));
    return withWarnings(response, warnings);
  } catch (error) {
    if (error instanceof Refusal) return withWarnings(statusResponse(error.status), warnings);
    throw error;
  }
}

/**
 * A header consists of bytes: replaces control characters by spaces, and writes UTF-8 with one character for each byte.
 */
function headerOf(text: string): string {
  const quoted = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  return `299 - "${Buffer.from(quoted).toString('latin1')}"`;
}
