import { concat, of, Subject } from 'rxjs';
import { sharedIndexInformer } from '../../../src/client-go/index.ts';
import { informer, type Informer } from '../../../src/informer/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import type { ReplacedEvent } from '../../../src/reflector/index.ts';
import type { ListerWatcher, ObjectEvent } from '../../../src/source/index.ts';
import type { Indexers } from '../../../src/store/index.ts';

/** A whole informer pipeline in memory. The pipeline starts when it gets its first handler. */
export interface Line {
  event(event: ObjectEvent<KubeObject>): void;
  /** Adds a handler. Returns a function that removes the handler. */
  addHandler(called: () => void): () => void;
  addIndexers(indexers: Indexers<KubeObject>): void;
}

/** The pipelines that the scenario `stages` measures, by name. Each pipeline starts with a complete list. */
export const lines: Readonly<Record<string, (list: ReplacedEvent<KubeObject>) => Line>> = {
  /** The queue, the store and the delivery, but no reflector: the events go directly to `informer()`. */
  events(list) {
    const events = new Subject<ObjectEvent<KubeObject>>();
    return lineOf(informer(concat(of(list), events)), events);
  },
  /** All stages from the reflector to the delivery. The reflector checks and freezes each object. */
  reflector(list) {
    const events = new Subject<ObjectEvent<KubeObject>>();
    return lineOf(informer(listOnce(list, events), { reflect: { streamingList: 'never' } }), events);
  },
  /** All stages from the reflector to the delivery, with the handlers of client-go's SharedIndexInformer. */
  shared(list) {
    const events = new Subject<ObjectEvent<KubeObject>>();
    const pods = sharedIndexInformer(listOnce(list, events), { reflect: { streamingList: 'never' } });
    return {
      ...lineOf(pods, events),
      addHandler(called) {
        const registration = pods.addEventHandler({ onAdd: called, onUpdate: called, onDelete: called });
        pods.run();
        return () => pods.removeEventHandler(registration);
      },
    };
  },
};

function lineOf(pods: Informer<KubeObject>, events: Subject<ObjectEvent<KubeObject>>): Line {
  return {
    event: (event) => events.next(event),
    addHandler(called) {
      const subscription = pods.changes().subscribe(called);
      return () => subscription.unsubscribe();
    },
    addIndexers: (indexers) => void pods.store.addIndexers(indexers),
  };
}

function listOnce(
  { items, resourceVersion }: ReplacedEvent<KubeObject>,
  events: Subject<ObjectEvent<KubeObject>>,
): ListerWatcher<KubeObject> {
  return { list: () => of({ items, resourceVersion }), watch: () => events };
}
