import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * Calls a function and interrupts it if it takes too long. RE2 needs linear time, but a large pattern with a large text
 * needs seconds, and only the JavaScript engine can stop a synchronous call. A call within a call shares its limit.
 *
 * The engine measures real time. On a busy machine the real time is longer than the time that the call has worked. So
 * an interrupted call starts again with twice the time; the same time would interrupt it at the same point. A call ends
 * when the process has used the CPU time of the limit, or at the latest when all attempts together have taken
 * `longest`.
 *
 * @param call - may be interrupted at any point and called again
 * @param onInterrupted - called after each interruption, to discard data in an unknown state
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

/** Calls the function once. Returns `undefined` if the engine has interrupted the call. */
function attempt(within: Context, timeout: number): { readonly value: unknown } | undefined {
  try {
    return { value: script.runInContext(within, { timeout }) as unknown };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  }
}

/**
 * The time of the first attempt in ms. A request may block others for 500 ms. Two such calls take less, if the machine
 * is free.
 */
const limit = 200;
/** The real time in ms of all attempts of a call, on a busy machine. */
const longest = 450;
/**
 * The CPU time in ms after which no further attempt starts. It is a little less than the limit, because the two clocks
 * are not read at the same moment.
 */
const enough = limit * 0.9;
const tooLong = `the object takes too long to validate: its schema needs more than ${limit} ms, or ${longest} ms on a busy machine`;

/** One context for all calls. It isolates nothing; it only lets the engine interrupt a call. */
let context: Context | undefined;
let isRunning = false;
const script = new Script('call()');

/**
 * Returns whether an error is that of an interruption. Under Jest the class of the error belongs to another realm, so
 * its code decides.
 */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
