import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';

/**
 * Calls, and gives up after a time: a pattern can take for ever over a short text, and nothing but the machine below can
 * stop it. Go's patterns never do that; those of JavaScript can.
 *
 * @param limit - ms
 * @throws Refusal 400 when the time is over
 */
export function bounded<R>(call: () => R, limit: number): R {
  room ??= createContext({ call: undefined });
  room['call'] = call;
  try {
    return script.runInContext(room, { timeout: limit }) as R;
  } catch (error) {
    if (isTimeout(error)) {
      throw badRequest(
        'the object takes too long to validate: a pattern of its schema does not come to an end',
      );
    }
    throw error;
  } finally {
    room['call'] = undefined;
  }
}

/** Made once: it is not here to keep anybody in, only to be left. */
let room: Context | undefined;
const script = new Script('call()');

/** By its code: an error of the machine's is not of this realm everywhere, as under Jest. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
