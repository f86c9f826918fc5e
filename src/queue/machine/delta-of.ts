import { type KubeObject, keyOf } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { Delta } from '../delta.ts';

/** An event in the queue's words. The key is made here, once, and carried from here on (PF13). */
export function deltaOf<T extends KubeObject>(event: ReflectorEvent<T>): Delta<T> {
  switch (event.type) {
    case 'REPLACED': {
      const { items: objects, ...rest } = event;
      return { ...rest, type: 'ReplacedAll', objects };
    }
    case 'RESYNC':
      return { type: 'SyncAll' };
    case 'BOOKMARK':
      return { type: 'Bookmark', resourceVersion: event.resourceVersion };
    case 'DELETED': {
      const { object, finalStateKnown } = event;
      const deleted = { type: 'Deleted', key: keyOf(object), object } as const;
      return finalStateKnown === undefined ? deleted : { ...deleted, finalStateKnown };
    }
    default:
      return { type: deltaTypes[event.type], key: keyOf(event.object), object: event.object };
  }
}

const deltaTypes = { ADDED: 'Added', MODIFIED: 'Updated' } as const;
