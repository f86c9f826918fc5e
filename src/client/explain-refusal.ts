import { catchError, type MonoTypeOperatorFunction, throwError } from 'rxjs';
import { StatusError } from '../objects/index.ts';
import { type KubeRequest, requestLine, withText } from '../source/index.ts';

/**
 * Adds the request to the message of a 409, 429 or 5xx, and replaces the advice, because the default advice is for informers. If
 * the message already names the path of the request, the error stays unchanged.
 */
export function explainRefusal<T>(request: KubeRequest): MonoTypeOperatorFunction<T> {
  return catchError((error: unknown) => throwError(() => explained(error, request)));
}

function explained(error: unknown, request: KubeRequest): unknown {
  if (!(error instanceof StatusError) || error.message.includes(request.path)) return error;
  const advice = adviceFor(error, request.method);
  if (advice === undefined) return error;
  return withText(error, { message: `${error.message} (${error.code} for ${requestLine(request)})`, advice });
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
