import { type Context, createContext, Script } from 'node:vm';
import { badRequest } from '../status/refusals.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * Calls a function and interrupts it when it takes too long. RE2 needs linear time, but a large pattern over a large text
 * needs seconds, and only the JavaScript engine can stop a synchronous call. A call within a call shares its limit.
 *
 * The engine measures the time of the clock. On a busy machine that is more than the time that the call has worked, so an
 * interrupted call begins again, with twice the time: the same time would interrupt it at the same point. A call ends when the
 * process has used the CPU time of the limit, or at the latest when its attempts together have taken `longest`.
 *
 * @param call - may be interrupted at any point and called again
 * @param onInterrupted - called behind each interruption, to discard what is in an unknown state
 * @throws Refusal 400 when the time is over
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

/** `undefined` where the engine interrupted the call. */
function attempt(within: Context, timeout: number): { readonly value: unknown } | undefined {
  try {
    return { value: script.runInContext(within, { timeout }) as unknown };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  }
}

/** In ms. Two such calls in one request stay below the 500 ms that a request may block others, where the machine is free. */
const limit = 200;
/** In ms of the clock: all attempts of a call on a busy machine. */
const longest = 450;
/** In ms of CPU time, a little less than the limit: the two clocks are not read at the same moment. */
const enough = limit * 0.9;
const tooLong = `the object takes too long to validate: its schema needs more than ${limit} ms, or ${longest} ms on a busy machine`;

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
