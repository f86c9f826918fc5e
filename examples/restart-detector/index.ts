/**
 * Reports pods that restart more than three times within ten minutes. A change has the old and the new object, so the
 * program does not store pods. Standard RxJS operators count the restarts: each restart adds 1, and subtracts 1 after
 * ten minutes.
 *
 * The operator `restartingOften` receives the changes of an informer, so it comes behind all pipeline stages.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { first } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';
import { restartingOften } from './restarting-often.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }));

const running = pods
  .changes()
  .pipe(restartingOften(3, 10 * 60_000))
  .subscribe(({ key, times }) => console.log(`${key} restarts again and again: ${times} times by now`));
pods.status$
  .pipe(first(({ hasSynced }) => hasSynced))
  .subscribe(() => console.log(`${pods.store.size} pods are watched`));

process.once('SIGINT', () => running.unsubscribe());
