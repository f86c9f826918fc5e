import { Refusal } from '../status/refusal.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** Adds warnings for the client to a response, in the format of kube-apiserver (RFC 7234, code 299). */
export function withWarnings(response: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) return response;
  const { warning: given } = response.headers;
  const all = [...(given === undefined ? [] : [given]), ...bounded(warnings).map(headerOf)];
  return { ...response, headers: { ...response.headers, warning: all.join(', ') } };
}

/**
 * Removes duplicate warnings, and limits the length of the warnings. If all warnings together have more than 4,096
 * characters, the function cuts each warning to 256 characters. The function then drops the warnings after the first
 * 4,096 characters. Works like `WithWarningRecorder` in kube-apiserver. With the limit, a client with a maximum of 16
 * KiB of headers, for example Node's `fetch`, accepts the response.
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

/** The maximum number of characters in all warnings of a response. */
const maxTogether = 4096;

/** The maximum number of characters per warning, if all warnings together are too long. */
const maxOfOne = 256;

/** Returns the response of a write with the warnings of the write. The response can also be a refusal. */
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
 * Converts a text to the bytes of a header. The function replaces control characters by spaces. Each byte of the UTF-8
 * text becomes one character.
 */
function headerOf(text: string): string {
  const quoted = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  return `299 - "${Buffer.from(quoted).toString('latin1')}"`;
}
