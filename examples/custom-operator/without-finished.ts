import { map, type MonoTypeOperatorFunction } from 'rxjs';
import type { ReflectorEvent } from 'rx-informer';
import type { Pod } from 'rx-informer/kinds';

/**
 * Removes finished pods from lists, and changes the event of a finished pod into a DELETED. The operator belongs
 * between reflector and queue.
 */
export function withoutFinished(): MonoTypeOperatorFunction<ReflectorEvent<Pod>> {
  return map((event) => {
    switch (event.type) {
      case 'REPLACED':
        return { ...event, items: event.items.filter((pod) => !finished(pod)) };
      case 'ADDED':
      case 'MODIFIED': // the store ignores the delete of a pod that it does not contain
        return finished(event.object) ? { ...event, type: 'DELETED' } : event;
      default:
        return event;
    }
  });
}

const finished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
