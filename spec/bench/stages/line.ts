import { concat, of, Subject } from 'rxjs';
import { sharedIndexInformer } from '../../../src/client-go/index.ts';
import { informer, type Informer } from '../../../src/informer/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import type { ReplacedEvent } from '../../../src/reflector/index.ts';
import type { ListerWatcher, ObjectEvent } from '../../../src/source/index.ts';
import type { Indexers } from '../../../src/store/index.ts';

/** A whole pipeline in memory. The pipeline starts when it gets its first handler. */
export interface Line {
  event(event: ObjectEvent<KubeObject>): void;
  /** Adds a handler. Returns a function that removes the handler. */
  addHandler(called: () => void): () => void;
  addIndexers(indexers: Indexers<KubeObject>): void;
}

/** The pipelines that can be measured, by name. Each pipeline starts with a complete list. */
export const lines: Readonly<Record<string, (list: ReplacedEvent<KubeObject>) => Line>> = {
  /** Creates the queue, the store and the delivery, after a stream of events. */
  events(list) {
    const events = new Subject<ObjectEvent<KubeObject>>();
    return lineOf(informer(concat(of(list), events)), events);
  },
  /** Creates the pipeline `events` with a reflector before it, which checks and freezes each object. */
  reflector(list) {
    const events = new Subject<ObjectEvent<KubeObject>>();
    return lineOf(informer(listOnce(list, events), { reflect: { streamingList: 'never' } }), events);
  },
  /** Creates the pipeline `reflector` with handlers as in client-go. */
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
