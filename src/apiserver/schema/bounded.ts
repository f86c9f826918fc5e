import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * Calls a function, and interrupts the call if the call takes too long. The reason: RE2 needs linear time, but a large
 * pattern still needs seconds for a large text. Only the JavaScript engine can stop a synchronous call. A call inside
 * another call shares the limit of the outer call.
 *
 * The engine measures real time. If other processes use the CPU, a call needs more real time than CPU time. So an
 * interrupted call is repeated with twice the time, because with the same time it would be interrupted at the same
 * point. The attempts end with an error when the process has used the allowed CPU time. The attempts also end with an
 * error when all attempts together have taken the real time `longest`.
 *
 * @param call - a function that may be interrupted at any point and called again
 * @param onInterrupted - called after each interruption, to discard data that may be incomplete
 * @throws Refusal 400 if the time is over
 */
export function bounded<R>(call: () => R, onInterrupted: () => void = () => undefined): R {
  if (isRunning) return call();
  context ??= createContext({ call: undefined });
  context['call'] = call;
  isRunning = true;
  try {
    const spent = stopwatch();
    for (let timeout = limit; ;) {
      const outcome = attempt(context, timeout);
      if (outcome !== undefined) return outcome.value as R;
      onInterrupted();
      const { cpu, clock } = spent();
      timeout = Math.min(2 * timeout, Math.floor(longest - clock));
      if (cpu >= enough || timeout < 1) throw badRequest(tooLong);
    }
  } finally {
    isRunning = false;
    context['call'] = undefined;
  }
}

/** Makes one attempt to call the function. Returns `undefined` if the engine has interrupted the call. */
function attempt(within: Context, timeout: number): { readonly value: unknown } | undefined {
  try {
    return { value: script.runInContext(within, { timeout }) as unknown };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  }
}

/**
 * The time limit in ms for the first attempt of a call. A request may block other requests for 500 ms. With this limit,
 * two calls together take less than 500 ms if no other process uses the CPU.
 */
const limit = 200;
/** The maximum real time in ms for all attempts of a call together. */
const longest = 450;
/**
 * The CPU time in ms after which a call is not repeated. The value is slightly less than `limit`, because the CPU time
 * and the real time are not read at the same moment.
 */
const enough = limit * 0.9;
const tooLong = `the object takes too long to validate: its schema needs more than ${limit} ms, or ${longest} ms on a busy machine`;

/**
 * The VM context in which all calls run. The engine can interrupt only a script that runs in a context. The context has
 * no other purpose, and does not isolate the called functions.
 */
let context: Context | undefined;
let isRunning = false;
const script = new Script('call()');

/**
 * Returns whether an error means that the engine has interrupted a call. The function checks the error code and not the
 * class, because under Jest the class belongs to another realm.
 */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
