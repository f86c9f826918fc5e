/**
 * Fills a DeltaFIFO and pops it, without a cluster. The program adds, updates and deletes virtual pods. The queue
 * collects the deltas of a pod under its key, oldest first. One pop returns all collected deltas of one pod.
 *
 * Pipeline stage: the queue. In an informer, a reflector fills the queue, and a loop pops it.
 */
import { repeat } from 'rxjs';
import { keyOf, type KubeObject } from 'rx-informer';
import { FifoClosedError, newDeltaFIFO, type KeyDeltas } from 'rx-informer/client-go';

interface VirtualPod extends KubeObject {
  readonly value: number;
}

const fifo = newDeltaFIFO<VirtualPod>({ keyFunction: keyOf });

fifo.add(pod('pod-1', 1));
fifo.add(pod('pod-2', 2));
fifo.add(pod('pod-3', 3));
fifo.update(pod('pod-1', 1.1));
fifo.delete(pod('pod-1', 1.1));
fifo.update(pod('pod-3', 3.3));
fifo.delete(pod('pod-4', 4)); // the queue has no delta of pod-4, so it ignores the delete
console.log('waiting:', fifo.listKeys().join(', '));

fifo.close(); // pops still return the queued deltas; a pop of the empty queue fails
fifo
  .pop(print)
  .pipe(repeat())
  .subscribe({
    error: (error: unknown) => {
      if (error instanceof FifoClosedError) console.log('closed, and empty');
      else throw error;
    },
  });

function print(deltas: KeyDeltas<VirtualPod>): void {
  console.log(`popped ${fifo.keyOf(deltas)}`);
  for (const delta of deltas) {
    switch (delta.type) {
      case 'Added':
        console.log(`  it came, with ${delta.object.value}`);
        break;
      case 'Updated':
        console.log(`  it has ${delta.object.value} now`);
        break;
      case 'Deleted':
        console.log('  it has gone');
        break;
      default: // `Replaced` comes from a list, `Sync` from a resync
        console.log(`  ${delta.type}`);
    }
  }
}

function pod(name: string, value: number): VirtualPod {
  return { metadata: { name, namespace: 'default', uid: name, resourceVersion: '1' }, value };
}
