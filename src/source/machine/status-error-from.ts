import { cutText, isRecord, type StatusCause, StatusError, textsOf } from '../../objects/index.ts';

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

  const short = shortTexts();
  return new StatusError({
    code: answer.code ?? (typeof code === 'number' ? code : 500),
    ...short({ reason, message }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
    causes: Array.isArray(causes)
      ? causes
          .slice(0, mostCauses)
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

/** An error lives as long as the status that holds it; what a server says may be megabytes. */
const mostCauses = 32;
const longestText = 4_096;
/** Of all texts of one Status together: secrets are searched for in each. */
const mostCharacters = 16_384;

type ShortTexts = <K extends string>(texts: Readonly<Record<K, unknown>>) => Partial<Record<K, string>>;

/** Cuts texts, each and all of them together. What is cut off is never shown. */
function shortTexts(): ShortTexts {
  let left = mostCharacters;
  const cut = (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    const short = cutText(text, Math.min(longestText, left));
    left -= short.length;
    return short;
  };
  return <K extends string>(texts: Readonly<Record<K, unknown>>) =>
    textsOf(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text)])) as Readonly<
        Record<K, unknown>
      >,
    );
}
