/** Room `scheduling`: when work is done: slices, turns of the event loop, the end of a task, and errors that no subscriber handles. */
export { afterTask$, taskEnd$ } from './after-task.ts';
export { asSlice, isTurnOver, nextTurn$, sliceClock } from './event-loop.ts';
export type { SliceClock } from './machine/slice-clock.ts';
export { withoutNesting } from './machine/without-nesting.ts';
export { oneByOne } from './one-by-one.ts';
export { yieldToEventLoop } from './machine/yield-to-event-loop.ts';
export { reportUnhandledError, runGuarded } from './report-unhandled-error.ts';
export { resultInSlices, timeSliced, type Work, workInSlices } from './time-sliced.ts';
export { trampoline$ } from './trampoline.ts';
