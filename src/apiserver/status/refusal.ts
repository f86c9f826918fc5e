import { StatusError } from '../../objects/index.ts';
import { shortened } from './shown-value.ts';
import type { Status, StatusDetails } from './status.ts';

/** The facts of an error answer. If a fact is absent, the member is absent in the body of the answer too. */
export interface RefusalFacts {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  /** The token with which a client can continue its list after its old token has expired. */
  readonly continue?: string;
}

/**
 * An error answer of the server, which code inside the server throws. The HTTP server, the in-process transport and
 * `objects` each convert a refusal to their own error format. The message has at most 1 Mi characters. All causes
 * together have at most 1 Mi characters. The reason for both limits: a request of 3 MiB may contain the same text
 * thousands of times.
 */
export class Refusal extends Error {
  readonly status: Status;

  constructor(facts: RefusalFacts) {
    const message = shortened(facts.message, longestText);
    super(message);
    this.name = 'Refusal';
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: facts.continue === undefined ? {} : { continue: facts.continue },
      status: 'Failure',
      message,
      ...(facts.reason === undefined ? {} : { reason: facts.reason }),
      ...(facts.details === undefined ? {} : { details: withinBounds(facts.details) }),
      code: facts.code,
    };
  }
}

/** The maximum number of characters of the message, and of all causes together. */
const longestText = 2 ** 20;

/** Removes the causes after the limit of characters. */
function withinBounds(details: StatusDetails): StatusDetails {
  if (details.causes === undefined) return details;
  let characters = 0;
  const end = details.causes.findIndex(({ message = '', field = '' }) => {
    characters += message.length + field.length;
    return characters > longestText;
  });
  return end < 0 ? details : { ...details, causes: details.causes.slice(0, end) };
}

/** Creates the error that a client creates when it receives a `Status`. */
function statusErrorOf({ code, reason, message, details }: Status): StatusError {
  return new StatusError({
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(details?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: details.retryAfterSeconds }),
    ...(details?.causes === undefined ? {} : { causes: details.causes }),
  });
}

/** Calls a function. If the function throws a refusal, throws the error that a client would get. */
export function withStatusErrors<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    throw error instanceof Refusal ? statusErrorOf(error.status) : error;
  }
}
