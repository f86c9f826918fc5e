/**
 * Does the same as `client-go.ts`, but with one RxJS pipe. The queue is an operator, and each value of the subject
 * `pop` is one pop. There is no loop: the next pop starts when the work on a pod has ended.
 *
 * Pipeline stages: the reflector and the queue.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { BehaviorSubject, concatMap, distinctUntilKeyChanged, Subject, timer } from 'rxjs';
import { listWatch, reflect, type ReflectorStatus } from 'rx-informer';
import { deltaFifoByKey, type KeyDeltas } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const status = new Subject<ReflectorStatus>();
status.pipe(distinctUntilKeyChanged('phase')).subscribe((now) => {
  const why = now.phase === 'waiting' ? ` after ${String(now.error)}` : '';
  console.log(`the reflector is ${now.phase}${why}`);
});

const pop = new BehaviorSubject<void>(undefined); // a BehaviorSubject, so that the first pop happens at the subscription
const running = reflect(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }), { status })
  .pipe(
    deltaFifoByKey({ pop }),
    concatMap((deltas) => {
      console.log(lineOf(deltas));
      return timer(250);
    }),
  )
  .subscribe(() => pop.next());

function lineOf(deltas: KeyDeltas<Pod>): string {
  const types = deltas.map(({ type }) => type).join(' ');
  return `${deltas[0]?.key ?? ''}: ${types}${deltas.isInInitialList ? ' (first list)' : ''}`;
}

process.once('SIGINT', () => running.unsubscribe());
