import type { TimedError } from '../informer/index.ts';
import { HandlerError, KubeError, messageOf } from '../objects/index.ts';
import type { ErrorInspection } from './inspection.ts';

/** Returns an error of an informer without the text of the error that a function of the program has thrown. */
export function inspectError({ at, error }: TimedError, now: number): ErrorInspection {
  const { name, failure, advice } = error;
  return { age: Math.max(0, now - at), name, failure, message: publicMessage(error), advice };
}

/**
 * The text of the program's error can contain data of a Secret. For example, `JSON.parse` quotes its input. So the name
 * of the program's error replaces this text.
 */
function publicMessage(error: KubeError): string {
  const { message, cause } = error;
  if (error instanceof HandlerError) {
    const { where, handler, key } = error;
    const thrower = handler === undefined ? where : `${where} of ${handler}`;
    return `${thrower} threw${key === undefined ? '' : ` for ${key}`}: ${nameOf(cause)}`;
  }
  if (cause === undefined || cause instanceof KubeError) return message;
  const text = new KubeError('fatal', messageOf(cause)).message; // a KubeError replaces control characters
  return message.endsWith(text)
    ? `${message.slice(0, message.length - text.length)}${nameOf(cause)}`
    : message;
}

/** Returns the name of the class of an error. A name that is no identifier can be a text of the program. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${typeof thrown}`;
  return /^[A-Za-z]\w{0,59}$/.test(thrown.name) ? thrown.name : 'Error';
}
