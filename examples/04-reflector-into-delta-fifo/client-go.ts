/**
 * A reflector fills a DeltaFIFO, and a loop pops it. The work on each popped pod is slow. Meanwhile, the queue
 * collects the deltas of the other pods. A later pop then returns all deltas of one pod together. If the connection
 * breaks, the reflector resumes the watch, and the loop continues without an error.
 *
 * Pipeline stages: the reflector and the queue.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { distinctUntilKeyChanged, repeat, Subject, timer } from 'rxjs';
import { listWatch, reflect, type ReflectorStatus } from 'rx-informer';
import { newDeltaFIFO, type KeyDeltas } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });
const fifo = newDeltaFIFO<Pod>({ emitDeltaTypeReplaced: true });

const status = new Subject<ReflectorStatus>();
status.pipe(distinctUntilKeyChanged('phase')).subscribe((now) => {
  const why = now.phase === 'waiting' ? ` after ${String(now.error)}` : '';
  console.log(`the reflector is ${now.phase}${why}`);
});

const reflecting = reflect(pods, { status }).subscribe(fifo);
const popping = fifo.pop(work).pipe(repeat()).subscribe();

/** Works on the deltas of one pod. The next pop waits until the returned Observable completes. */
function work(deltas: KeyDeltas<Pod>, isInInitialList: boolean): unknown {
  const types = deltas.map(({ type }) => type).join(' ');
  console.log(`${fifo.keyOf(deltas)}: ${types}${isInInitialList ? ' (first list)' : ''}`);
  return timer(250);
}

process.once('SIGINT', () => {
  reflecting.unsubscribe();
  popping.unsubscribe();
});
