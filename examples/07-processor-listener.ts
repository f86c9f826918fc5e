/**
 * Uses one processorListener. The producer never waits for the handler: a buffer keeps the changes in order until the
 * handler is ready. The metrics show the number of buffered changes. The program needs no cluster, because the pods
 * are virtual.
 *
 * Pipeline stage: the delivery of changes from the store to one handler.
 */
import { Subject, timer } from 'rxjs';
import { type Change, type KubeObject, processorListener } from 'rx-informer';

const added = new Subject<readonly Change<KubeObject>[]>();

added
  .pipe(
    processorListener(
      {
        onAdd(pod) {
          console.log(`handler: ${pod.metadata.name} begins`);
          return timer(100); // the next call waits until this Observable completes; a handler may also return a promise
        },
        onDelete(pod) {
          throw new Error(`${pod.metadata.name} was not expected to go`);
        },
        onError({ where, key, cause }) {
          console.log(`handler: ${where} of ${key ?? '-'} failed: ${String(cause)}`);
        },
      },
      { metrics: { next: ({ pending }) => console.log(`buffer: ${pending} wait`) } },
    ),
  )
  .subscribe({
    next: ({ type, key }) => console.log(`done: ${type} ${key}`),
    complete: () => console.log('all that waited has been handled'),
  });

for (const name of ['pod-1', 'pod-2', 'pod-3']) add({ type: 'added', ...virtualPod(name) });
add({ type: 'deleted', ...virtualPod('pod-1'), finalStateKnown: true });
add({ type: 'added', ...virtualPod('pod-4') });
added.complete(); // the processorListener completes when its buffer is empty

function add(change: Change<KubeObject>): void {
  console.log(`add: ${change.type} ${change.key}`);
  added.next([change]);
}

function virtualPod(name: string): Pick<Change<KubeObject>, 'key' | 'object' | 'cause'> {
  return { key: name, object: { metadata: { name, uid: name, resourceVersion: '1' } }, cause: 'watch' };
}
