import { expect } from '@jest/globals';

interface Refused {
  /** A text that the message must contain. */
  readonly message?: string;
  readonly details?: object;
  /** Causes that the Status must contain. Each cause has a reason and a field. */
  readonly causes?: readonly (readonly [reason: string, field: string])[];
}

/** Returns the expected response with a failed `Status`, for `toMatchObject`. */
export function refusal(code: number, reason: string, about: Refused = {}): object {
  return { status: code, body: failure(code, reason, about) };
}

/** Returns the expected `Status` of a failed request, for `toMatchObject`. */
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
