import {
  cutText,
  isRecord,
  type StatusCause,
  StatusError,
  type StatusErrorInit,
  pickNonEmptyStrings,
} from '../objects/index.ts';
import { type RequestLine, requestLine } from './transport.ts';
import { signInAdvice } from './machine/unexpected-answer.ts';
import { isSpecific, statusText } from './status-text.ts';

/**
 * Creates the error of a transport for a status other than 2xx. The function reads the `metav1.Status` in the
 * body. If the body is only text, the error contains the status line and the text. Proxies answer with text.
 * The API server also answers with text if too many requests are in flight, or for an unknown API group.
 *
 * @param retryAfter - the value of the header `Retry-After`: a number of seconds, or a date
 * @param request - the request; the messages for 401, 403 and 404 name this request
 *
 * @example
 * ```ts
 * throw statusErrorOf(response.status, response.headers.get('retry-after'), text, request);
 * ```
 */
export function statusErrorOf(
  code: number,
  retryAfter: string | null | undefined,
  bodyText: string,
  request?: RequestLine,
): StatusError {
  if (code >= 200 && code < 300) return new StatusError({ code, message: notWhole(code) });
  const retryAfterSeconds = secondsOf(retryAfter ?? '');
  const status = statusIn(bodyText);
  if (status !== undefined) {
    return explained(statusErrorFrom(status, { code, retryAfterSeconds }), request, true);
  }

  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new StatusError({ code, ...textOf(code, bodyText, request), ...wait });
}

/** Returns whether the message of an error names neither the request nor its resource. */
export const isBare = ({ code, message }: StatusError): boolean =>
  message.startsWith(`the API server answered ${code}`) ? !message.includes('/') : !isSpecific(message);

/**
 * Adds the request, the likely cause and advice to an error of the server. If the message already names the
 * path of the request, the error stays unchanged.
 *
 * @param isStatus - whether the body was a `metav1.Status`; by default an error with a reason comes from a Status
 */
export function explained(
  error: StatusError,
  request: RequestLine | undefined,
  isStatus: boolean = error.reason !== '',
): StatusError {
  if (request === undefined || error.inStream || error.message.includes(request.path)) return error;
  const bare = `the API server answered ${error.code}`;
  const said = error.message.startsWith(bare) ? '' : error.message;
  const text = statusText(error.code, said, request, isStatus);
  return text === undefined ? error : withText(error, text);
}

/** Returns the error with another message and another advice. */
export const withText = (
  { code, reason, causes, retryAfterSeconds }: StatusError,
  text: Required<Pick<StatusErrorInit, 'message' | 'advice'>>,
): StatusError =>
  new StatusError({
    code,
    reason,
    causes,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...text,
  });

/**
 * Returns the message for a response that is not a whole list or watch. The message contains no part of the
 * body, because the body can be a part of a Secret.
 */
const notWhole = (code: number): string =>
  `the answer came with status ${code}, and only 200 is a whole list or watch; check the proxy in between`;

function statusIn(bodyText: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(bodyText);
    return isRecord(body) && body['kind'] === 'Status' ? body : undefined;
  } catch {
    return undefined;
  }
}

function textOf(
  code: number,
  bodyText: string,
  request: RequestLine | undefined,
): Pick<StatusErrorInit, 'message' | 'advice'> {
  if (code >= 300 && code < 400) return redirectText(`${code}`, request);
  const text = bodyText.replace(/\s+/g, ' ').trim();
  if (text.startsWith('<')) {
    return {
      message: `a web page with status ${code}${to(request)} came instead of an answer of the API server: check the proxy in between`,
      ...(code === 401 || code === 403 ? { advice: signInAdvice } : {}),
    };
  }
  const said = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  const plain = { message: `the API server answered ${code}${said === '' ? '' : `: ${said}`}` };
  return (request && statusText(code, said, request, false)) ?? plain;
}

/**
 * Returns the message and the advice of the error that a transport creates for a redirect. No API server
 * sends a redirect.
 *
 * @param what - the HTTP status, or a description of the redirect
 */
export const redirectText = (
  what: string,
  request?: RequestLine,
): Required<Pick<StatusErrorInit, 'message' | 'advice'>> => ({
  message: `the address of the API server answered ${what}, a redirect${to(request)}: a login proxy asks to sign in, or the address is wrong`,
  advice: signInAdvice,
});

const to = (request: RequestLine | undefined): string =>
  request === undefined ? '' : ` to ${requestLine(request)}`;

/**
 * Converts the header `Retry-After` to a number of seconds from now. For a date in the past, the result is 0.
 */
function secondsOf(retryAfter: string): number | undefined {
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}

export interface AnswerFacts {
  /** The HTTP status, which has priority over the `code` of the `metav1.Status`. */
  readonly code?: number;
  /** The value of the header `Retry-After`, which has priority over the value in the `metav1.Status`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Whether the `metav1.Status` arrived in an ERROR frame of a watch. */
  readonly inStream?: boolean;
}

/** Creates the error for a `metav1.Status`. Each member of the `metav1.Status` can be absent. */
export function statusErrorFrom(
  status: Readonly<Record<string, unknown>>,
  answer: AnswerFacts = {},
): StatusError {
  const { code, reason, message } = status;
  const details = isRecord(status['details']) ? status['details'] : {};
  const { causes, retryAfterSeconds } = details;
  const wait =
    answer.retryAfterSeconds ??
    (typeof retryAfterSeconds === 'number' && retryAfterSeconds > 0 ? retryAfterSeconds : undefined);

  const short = shortTexts();
  return new StatusError({
    code: answer.code ?? (typeof code === 'number' ? code : 500),
    ...short({ reason, message }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    causes: Array.isArray(causes)
      ? causes
          .slice(0, maxCauses)
          .filter(isRecord)
          .map((cause) => short(textsOfCause(cause)))
      : [],
    inStream: answer.inStream ?? false,
  });
}

const textsOfCause = ({
  reason,
  message,
  field,
}: Record<string, unknown>): Readonly<Record<keyof StatusCause, unknown>> => ({
  reason,
  message,
  field,
});

/**
 * The maximum number of causes that an error keeps. A `ReflectorStatus` keeps its error in memory, and a
 * `metav1.Status` can have megabytes of causes.
 */
const maxCauses = 32;
const maxTextLength = 4_096;
/**
 * The maximum number of characters of all texts of one `metav1.Status` together. The limit exists because
 * each text is searched for secrets.
 */
const maxCharacters = 16_384;

type ShortTexts = <K extends string>(texts: Readonly<Record<K, unknown>>) => Partial<Record<K, string>>;

/**
 * Creates a function that cuts texts. The function limits the length of each text, and the length of all
 * texts together.
 */
function shortTexts(): ShortTexts {
  let left = maxCharacters;
  const cut = (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    const short = cutText(text, Math.min(maxTextLength, left));
    left -= short.length;
    return short;
  };
  return <K extends string>(texts: Readonly<Record<K, unknown>>) =>
    pickNonEmptyStrings(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text)])) as Readonly<
        Record<K, unknown>
      >,
    );
}
