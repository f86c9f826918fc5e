import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * Calls a function and interrupts it if it takes too long. RE2 needs linear time, but a large pattern needs seconds for
 * a large text. Only the JavaScript engine can stop a synchronous call. A call inside another call shares the limit of
 * the outer call.
 *
 * The engine measures real time. If other processes use the CPU, the real time of a call is longer than its CPU time.
 * So an interrupted call starts again with twice the time, because it would be interrupted at the same point with an
 * equal time. A call ends if the process has used the CPU time of the limit. In any case it ends when all attempts
 * together have taken the time `longest`.
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

/** Calls the function once. Returns `undefined` if the engine has interrupted the function. */
function attempt(within: Context, timeout: number): { readonly value: unknown } | undefined {
  try {
    return { value: script.runInContext(within, { timeout }) as unknown };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  }
}

/**
 * The time limit of the first attempt in ms. A request may block other requests for 500 ms. If no other process uses
 * the CPU, two calls together take less than 500 ms.
 */
const limit = 200;
/** The maximum real time in ms of all attempts of a call together. */
const longest = 450;
/**
 * The CPU time in ms after which no further attempt starts. The value is slightly less than the limit, because the CPU
 * time and the real time are not read at the same moment.
 */
const enough = limit * 0.9;
const tooLong = `the object takes too long to validate: its schema needs more than ${limit} ms, or ${longest} ms on a busy machine`;

/**
 * The VM context of all calls. The context isolates nothing. The only reason for the context: the engine can interrupt
 * a script that runs in a context.
 */
let context: Context | undefined;
let isRunning = false;
const script = new Script('call()');

/**
 * Returns whether an error is the error of an interruption. Under Jest the class of the error belongs to another realm,
 * so the function checks the code of the error.
 */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
