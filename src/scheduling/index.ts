/**
 * The folder `scheduling` decides when work runs. Long work runs in time slices of 5 ms
 * (`machine/slice-clock.ts`). All slices of one turn of the event loop together take at most 20 ms
 * (`machine/turn-budget.ts`). The folder also contains the end of a task, trampolines, and the report of
 * errors that no subscriber handles.
 */
export {
  afterTask$,
  asSlice,
  isTurnOver,
  nextTurn$,
  sliceClock,
  steadyClock,
  taskEnd$,
  yieldToEventLoop,
} from './event-loop.ts';
export { elapsed, type SliceClock } from './machine/slice-clock.ts';
export { reportUnhandledError, runGuarded } from './report-unhandled-error.ts';
export { resultInSlices, timeSliced, type Work, workInSlices } from './time-sliced.ts';
export { trampoline, trampoline$, trampolineMap } from './trampoline.ts';
