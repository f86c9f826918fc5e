import { StatusError } from '../../objects/index.ts';
import { shortened } from './shown-value.ts';
import type { Status, StatusDetails } from './status.ts';

/**
 * The content of an error response. The `Status` in the response contains only the members that are present in this
 * object.
 */
export interface RefusalFacts {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  /** The continue token for the rest of a list, after the old token of the client has expired. */
  readonly continue?: string;
}

/**
 * An error response that code inside the server throws. The HTTP server, the in-process transport and the `objects` API
 * each convert a `Refusal` to their own error format.
 *
 * The message has at most 1 Mi characters, and all causes together have at most 1 Mi characters. Without these limits,
 * the response could repeat a long text of a request thousands of times.
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

/** The maximum number of characters in the message of an error response, and in all its causes together. */
const longestText = 2 ** 20;

/** Removes the causes of an error that exceed the limit of characters. */
function withinBounds(details: StatusDetails): StatusDetails {
  if (details.causes === undefined) return details;
  let characters = 0;
  const end = details.causes.findIndex(({ message = '', field = '' }) => {
    characters += message.length + field.length;
    return characters > longestText;
  });
  return end < 0 ? details : { ...details, causes: details.causes.slice(0, end) };
}

/** Creates the `StatusError` that a client would create from a `Status` response. */
function statusErrorOf({ code, reason, message, details }: Status): StatusError {
  return new StatusError({
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(details?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: details.retryAfterSeconds }),
    ...(details?.causes === undefined ? {} : { causes: details.causes }),
  });
}

/** Calls a function, and converts a `Refusal` that the function throws to the `StatusError` that a client would get. */
export function withStatusErrors<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    throw error instanceof Refusal ? statusErrorOf(error.status) : error;
  }
}
