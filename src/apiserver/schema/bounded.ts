import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';

/**
 * Calls a function and interrupts it when it takes too long. RE2 needs linear time, but a large pattern over a large text
 * needs seconds, and only the JavaScript engine can stop a synchronous call. A call within a call shares its limit.
 *
 * @throws Refusal 400 when the time is over
 */
export function bounded<R>(call: () => R): R {
  if (isRunning) return call();
  context ??= createContext({ call: undefined });
  context['call'] = call;
  isRunning = true;
  try {
    return script.runInContext(context, { timeout }) as R;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw badRequest(`the object takes too long to validate: its schema needs more than ${timeout} ms`);
  } finally {
    isRunning = false;
    context['call'] = undefined;
  }
}

/** In ms. Two such calls in one request stay below the 500 ms that a request may block others. */
const timeout = 200;

/** One for all calls: it isolates nothing, it only lets the engine interrupt a call. */
let context: Context | undefined;
let isRunning = false;
const script = new Script('call()');

/** The error's class belongs to another realm under Jest, so its code decides. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
