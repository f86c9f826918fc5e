import { asyncScheduler } from 'rxjs';
import { afterTask$, asSlice, nextTurn$, sliceClock } from '../scheduling/index.ts';
import { ListenerScheduler } from './machine/listener-scheduler.ts';

/** Makes a scheduler for listeners that share slices. In virtual time it runs within the same frame. */
export function createListenerScheduler(): ListenerScheduler {
  const scheduler = new ListenerScheduler(
    sliceClock(),
    (isSliceOver) => (isSliceOver ? nextTurn$ : afterTask$).subscribe(() => asSlice(() => scheduler.run())),
    () => asyncScheduler.now(),
  );
  return scheduler;
}
