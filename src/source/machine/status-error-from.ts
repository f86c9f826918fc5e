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
    ...textsOf({ reason, message }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    causes: Array.isArray(causes) ? causes.filter(isRecord).map(causeOf) : [],
    inStream: answer.inStream ?? false,
  });
}

const causeOf = ({ reason, message, field }: Record<string, unknown>): StatusCause =>
  textsOf({ reason, message, field });
