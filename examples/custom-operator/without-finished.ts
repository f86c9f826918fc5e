import { map, type MonoTypeOperatorFunction } from 'rxjs';
import type { ReflectorEvent } from 'rx-informer';
import type { Pod } from 'rx-informer/kinds';

/** Between reflector and queue: pods that have come to an end go no further, and one that comes to it is deleted. */
export function withoutFinished(): MonoTypeOperatorFunction<ReflectorEvent<Pod>> {
  return map((event) => {
    switch (event.type) {
      case 'REPLACED':
        return { ...event, items: event.items.filter((pod) => !finished(pod)) };
      case 'ADDED':
      case 'MODIFIED': // the store drops the delete of what it never had
        return finished(event.object) ? { ...event, type: 'DELETED' } : event;
      default:
        return event;
    }
  });
}

const finished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
