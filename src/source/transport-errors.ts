import { ConnectionError, KubeError } from '../objects/index.ts';
import { noAnswerText } from './no-answer-text.ts';

/**
 * For transports: credentials could not be had. What was thrown is the cause, and not in the text: it may hold a token.
 */
export function credentialsError(cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  return new ConnectionError('the credentials could not be had, so nothing was sent; see the cause', {
    cause,
    answered: false,
  });
}

/** For transports: there was no answer. */
export function noAnswerError(server: string, cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  const code = codeOf(cause);
  const { why, advice } = noAnswerText(code);
  return new ConnectionError(`no answer from ${server}${inBrackets(code)}: ${why}`, {
    cause: withoutAnswer(cause),
    answered: false,
    advice,
  });
}

/** For transports: an answer ended before it was whole. */
export function brokenOffError(server: string, cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  return new ConnectionError(
    `the answer of ${server} broke off${inBrackets(codeOf(cause))}; if that happens again and again, look at the proxy in between`,
    { cause: withoutAnswer(cause), answered: true },
  );
}

/** `ECONNREFUSED` and the like, which `fetch` has a cause or two down; a text could hold anything. */
function codeOf(error: unknown): string | undefined {
  let next = error;
  for (let depth = 0; depth < 3 && typeof next === 'object' && next !== null; depth++) {
    const { code, cause } = next as { readonly code?: unknown; readonly cause?: unknown };
    next = cause;
    if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code;
  }
  return undefined;
}

const inBrackets = (code: string | undefined): string => (code === undefined ? '' : ` (${code})`);

/**
 * What came from the server may repeat the request: the parsers of HTTP add the bytes that they could not read, and TLS adds the
 * certificate, whose names it also puts into its text.
 */
function withoutAnswer(error: unknown): unknown {
  let next = error;
  for (let depth = 0; depth < 3 && typeof next === 'object' && next !== null; depth++) {
    for (const name of ['rawPacket', 'data', 'cert', 'reason']) Reflect.deleteProperty(next, name);
    const { code, cause } = next as { readonly code?: unknown; readonly cause?: unknown };
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
      for (const name of ['message', 'stack']) Reflect.set(next, name, otherNames);
    next = cause;
  }
  return error;
}

const otherNames = 'the names in the certificate are not the name of the server';
