import { Refusal } from '../status/refusal.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** The response with what its client is to be warned of, as the real server puts it (RFC 7234, 299). */
export function withWarnings(response: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) return response;
  const { warning: given } = response.headers;
  const all = [...(given === undefined ? [] : [given]), ...bounded(warnings).map(headerOf)];
  return { ...response, headers: { ...response.headers, warning: all.join(', ') } };
}

/**
 * Each warning once. Where all have more than 4,096 characters together, each is cut to 256, and no more are sent once they
 * come to 4,096 again. Follows `WithWarningRecorder` of the real server, which counts likewise; a client that takes 16 KiB of
 * headers, as Node's `fetch` does, takes the answer.
 */
function bounded(warnings: readonly string[]): readonly string[] {
  const distinct = [...new Set(warnings)].filter((text) => text !== '');
  if (distinct.reduce((sum, text) => sum + text.length, 0) <= mostTogether) return distinct;
  const cut: string[] = [];
  for (let at = 0, told = 0; at < distinct.length && told < mostTogether; at++) {
    const text = Array.from((distinct[at] ?? '').slice(0, 2 * mostOfOne))
      .slice(0, mostOfOne)
      .join('');
    cut.push(text);
    told += text.length;
  }
  return cut;
}

/** Characters of all warnings of an answer. */
const mostTogether = 4096;

/** Characters of one of them, where all are too long. */
const mostOfOne = 256;

/** What a write answers, and a refusal too, with what the writer is warned of meanwhile. */
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

/** A header holds bytes: no control characters, and what is not Latin in UTF-8, one character for each byte. */
function headerOf(text: string): string {
  const quoted = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  return `299 - "${Buffer.from(quoted).toString('latin1')}"`;
}
