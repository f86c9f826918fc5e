import { StatusError } from '../../objects/index.ts';
import { shortened } from './shown-value.ts';
import type { Status, StatusDetails } from './status.ts';

/** The facts of a refusal; what is absent is left out of the body. */
export interface RefusalFacts {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  /** A token that goes on where an expired one left off. */
  readonly continue?: string;
}

/**
 * The server says no. Thrown inside the server; each of its faces turns it into its own words. The message has 1 Mi characters
 * at most, and so have all causes together: a request of 3 MiB may name the same text thousands of times.
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

/** Characters of a message, and of all causes. */
const longestText = 2 ** 20;

/** Without the causes for which there is no room. */
function withinBounds(details: StatusDetails): StatusDetails {
  if (details.causes === undefined) return details;
  let characters = 0;
  const end = details.causes.findIndex(({ message = '', field = '' }) => {
    characters += message.length + field.length;
    return characters > longestText;
  });
  return end < 0 ? details : { ...details, causes: details.causes.slice(0, end) };
}

/** The error that a client makes of a `Status`. */
function statusErrorOf({ code, reason, message, details }: Status): StatusError {
  return new StatusError({
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(details?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: details.retryAfterSeconds }),
    ...(details?.causes === undefined ? {} : { causes: details.causes }),
  });
}

/** Calls, and turns a refusal into the error that a client would get. */
export function withStatusErrors<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    throw error instanceof Refusal ? statusErrorOf(error.status) : error;
  }
}
