import { Refusal } from '../status/refusal.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** The response with what its client is to be warned of, as the real server puts it (RFC 7234, 299). */
export function withWarnings(response: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) return response;
  const { warning: given } = response.headers;
  const all = [...(given === undefined ? [] : [given]), ...new Set(warnings.map(headerOf))];
  return { ...response, headers: { ...response.headers, warning: all.join(', ') } };
}

/** What a write answers, and a refusal too, with what the writer is warned of meanwhile. */
export function warned(write: (warn: (text: string) => void) => ApiResponse): ApiResponse {
  const warnings: string[] = [];
  try {
    return withWarnings(
      write((text) => warnings.push(text)),
      warnings,
    );
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
