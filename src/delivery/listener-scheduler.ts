import { asyncScheduler } from 'rxjs';
import { afterTask$, asSlice, nextTurn$, sliceClock } from '../scheduling/index.ts';
import { ListenerScheduler } from './machine/listener-scheduler.ts';

/**
 * Creates a scheduler for listeners that share slices of 5 ms. In the virtual time of a `TestScheduler`, the
 * scheduler runs its listeners within the same frame.
 */
export function createListenerScheduler(): ListenerScheduler {
  const scheduler = new ListenerScheduler(
    sliceClock(),
    (isSliceOver) => (isSliceOver ? nextTurn$ : afterTask$).subscribe(() => asSlice(() => scheduler.run())),
    () => asyncScheduler.now(),
  );
  return scheduler;
}
