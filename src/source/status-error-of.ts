import { isRecord, StatusError } from '../objects/index.ts';
import { statusErrorFrom } from './machine/status-error-from.ts';

/**
 * For transports: the error for an answer other than 2xx. It is made of the `metav1.Status` in the body, else of the
 * status line and the text: proxies, the in-flight filter and unknown groups answer in text.
 *
 * @param retryAfter - the header `Retry-After`: seconds, or a date
 *
 * @example
 * ```ts
 * throw statusErrorOf(response.status, response.headers.get('retry-after'), text);
 * ```
 */
export function statusErrorOf(
  code: number,
  retryAfter: string | null | undefined,
  bodyText: string,
): StatusError {
  const retryAfterSeconds = secondsOf(retryAfter ?? '');
  const status = statusIn(bodyText);
  if (status !== undefined) return statusErrorFrom(status, { code, retryAfterSeconds });

  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new StatusError({ code, message: messageOf(code, bodyText), ...wait });
}

function statusIn(bodyText: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(bodyText);
    return isRecord(body) && body['kind'] === 'Status' ? body : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(code: number, bodyText: string): string {
  if (code >= 300 && code < 400) {
    return `the API server answered ${code}, a redirect; it is never followed, as it could lead the credentials astray: correct the server's address, or sign in`;
  }
  const text = bodyText.replace(/\s+/g, ' ').trim();
  if (text === '') return `the API server answered ${code}`;
  if (text.startsWith('<'))
    return `a web page with status ${code} came instead of an answer of the API server: look at the proxy in between`;
  return `the API server answered ${code}: ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

/** Seconds from now; a date in the past is now. */
function secondsOf(retryAfter: string): number | undefined {
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}
