/** Room `scheduling`: when work is done: slices, turns of the event loop, the end of a task, and errors that no subscriber handles. */
export { afterTask$, asSlice, isTurnOver, nextTurn$, sliceClock, taskEnd$ } from './event-loop.ts';
export { elapsed, type SliceClock } from './machine/slice-clock.ts';
export { oneByOne, trampoline$, withoutNesting } from './one-by-one.ts';
export { yieldToEventLoop } from './machine/turn-budget.ts';
export { reportUnhandledError, runGuarded } from './report-unhandled-error.ts';
export { resultInSlices, timeSliced, type Work, workInSlices } from './time-sliced.ts';
