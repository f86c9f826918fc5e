/**
 * The folder `scheduling` decides when work runs. The folder contains slices of 5 ms
 * (`machine/slice-clock.ts`), the limit of 20 ms of slices in one turn of the event loop
 * (`machine/turn-budget.ts`), the end of a task, trampolines, and errors that no subscriber handles.
 */
export {
  afterTask$,
  asSlice,
  isTurnOver,
  nextTurn$,
  sliceClock,
  taskEnd$,
  yieldToEventLoop,
} from './event-loop.ts';
export { elapsed, type SliceClock } from './machine/slice-clock.ts';
export { reportUnhandledError, runGuarded } from './report-unhandled-error.ts';
export { resultInSlices, timeSliced, type Work, workInSlices } from './time-sliced.ts';
export { trampoline, trampoline$, trampolineMap } from './trampoline.ts';
