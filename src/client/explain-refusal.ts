import { catchError, type MonoTypeOperatorFunction, throwError } from 'rxjs';
import { KubeError, StatusError } from '../objects/index.ts';
import { type KubeRequest, requestLine } from '../source/index.ts';

/**
 * Adds the request to the message of a 409, 429 or 5xx, and replaces the default advice, which is for informers. The advice of a
 * custom transport stays.
 */
export function explainRefusal<T>(request: KubeRequest): MonoTypeOperatorFunction<T> {
  return catchError((error: unknown) =>
    throwError(() => (error instanceof StatusError ? explained(error, request) : error)),
  );
}

function explained(error: StatusError, request: KubeRequest): StatusError {
  const { code, message, retryAfterSeconds, ...facts } = error;
  const advice = adviceFor(error, request.method);
  if (advice === undefined || hasOwnAdvice(error)) return error;
  return new StatusError({
    ...facts,
    code,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    message: message.includes(request.path) ? message : `${message} (${code} for ${requestLine(request)})`,
    advice,
  });
}

function adviceFor({ code, reason, causes }: StatusError, method = 'GET'): string | undefined {
  if (code === 409) {
    if (reason === 'AlreadyExists') return 'update the object that exists, or choose another name';
    return causes.some((cause) => cause.reason === 'FieldManagerConflict')
      ? 'leave out the fields that `causes` names, or set `force`'
      : 'read the object again, and repeat the change, as `edit` does';
  }
  if (code === 429) return 'send the request again later, as `maxRetries` does';
  if (code < 500) return undefined;
  return method === 'GET'
    ? 'send the request again'
    : 'read the object before you send the request again: the server may have stored the change';
}

/** A subclass of `StatusError` can have further fields, which a new error would lack. */
const hasOwnAdvice = (error: StatusError): boolean =>
  error.constructor !== StatusError || error.advice !== new KubeError(error.failure, '').advice;
