import { expect } from '@jest/globals';

interface Refused {
  /** A part of the message. */
  readonly message?: string;
  readonly details?: object;
  /** Some of the causes, each with reason and field. */
  readonly causes?: readonly (readonly [reason: string, field: string])[];
}

/** The expected answer with a failed `Status`, for `toMatchObject`. */
export function refusal(code: number, reason: string, about: Refused = {}): object {
  return { status: code, body: failure(code, reason, about) };
}

/** The expected failed `Status`, for `toMatchObject`. */
export function failure(code: number, reason: string, { message, details, causes }: Refused = {}): object {
  const listed = causes?.map(([cause, field]) => expect.objectContaining({ reason: cause, field }));
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    ...(message === undefined ? {} : { message: expect.stringContaining(message) }),
    ...(details === undefined && listed === undefined
      ? {}
      : { details: { ...details, ...(listed && { causes: expect.arrayContaining(listed) }) } }),
  };
}
