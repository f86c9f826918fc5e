import { StatusError } from '../../objects/index.ts';
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

/** The server says no. Thrown inside the server; each of its faces turns it into its own words. */
export class Refusal extends Error {
  readonly status: Status;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.name = 'Refusal';
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: facts.continue === undefined ? {} : { continue: facts.continue },
      status: 'Failure',
      message: facts.message,
      ...(facts.reason === undefined ? {} : { reason: facts.reason }),
      ...(facts.details === undefined ? {} : { details: facts.details }),
      code: facts.code,
    };
  }
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
