import { isRecord, type StatusCause, StatusError, textsOf } from '../../objects/index.ts';

/** What is known of the answer, beside the Status. */
export interface AnswerFacts {
  /** The HTTP status; it counts before the Status's own code. */
  readonly code?: number;
  /** From the header `Retry-After`; it counts before the Status's own. */
  readonly retryAfterSeconds?: number | undefined;
  /** The Status came in a stream. */
  readonly inStream?: boolean;
}

/** The error that a `metav1.Status` stands for, however little of it there is. */
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

  return new StatusError({
    code: answer.code ?? (typeof code === 'number' ? code : 500),
    ...shortTexts({ reason, message }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    causes: Array.isArray(causes) ? causes.slice(0, mostCauses).filter(isRecord).map(causeOf) : [],
    inStream: answer.inStream ?? false,
  });
}

const causeOf = ({ reason, message, field }: Record<string, unknown>): StatusCause =>
  shortTexts({ reason, message, field });

/** An error lives as long as the status that holds it; what a server says may be megabytes. */
const mostCauses = 32;
const longestText = 4_096;

const shortTexts = <K extends string>(texts: Readonly<Record<K, unknown>>): Partial<Record<K, string>> => {
  const short = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.slice(0, longestText) : text,
  ]);
  return textsOf(Object.fromEntries(short) as Readonly<Record<K, unknown>>);
};
