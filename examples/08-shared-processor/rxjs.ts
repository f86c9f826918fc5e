/**
 * Does the same as `client-go.ts`, but with an informer, which subscribers share. Each subscription to `changes()` has
 * its own buffer, so no subscription waits for another subscription. An operator replaces the handler: `map` for fast
 * work, and `concatMap` for slow work.
 *
 * Pipeline stage: the delivery of changes from one store to several subscribers.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { concatMap, delay, map, merge, of } from 'rxjs';
import { type Change, informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }));

const running = merge(
  pods.changes().pipe(map((change) => `quick: ${lineOf(change)}`)),
  pods.changes().pipe(concatMap((change) => of(`slow: ${lineOf(change)}`).pipe(delay(500)))),
).subscribe((line) => console.log(line));

function lineOf({ type, cause, object: { metadata } }: Change<Pod>): string {
  return `${cause === 'initial' ? 'found' : type} ${metadata.name}`;
}

process.once('SIGINT', () => running.unsubscribe());
