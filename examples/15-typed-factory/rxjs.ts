/**
 * Does the same as `client-go.ts`, but with lists that update themselves. `query` emits the result of a lister after
 * each change. `select` emits one object after each change. Both emit their first value after the first complete list,
 * so the program does not have to wait for a sync.
 *
 * Pipeline stage: the views, which compute results from the store of one informer.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { map, merge } from 'rxjs';
import { informer, labelSelector, listWatch, query, select } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { apps, type Deployment } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const deployments = informer(listWatch(kubeConfigTransport(config), apps.v1.deployments, { namespace }));
const front = labelSelector('tier=front');

const running = merge(
  query(deployments).pipe(map((all) => `all: ${namesOf(all)}`)),
  query(deployments, {
    where: ({ metadata }) => front.matches(metadata.labels),
    sort: (a, b) => (b.spec?.replicas ?? 0) - (a.spec?.replicas ?? 0),
    limit: 2,
  }).pipe(map((largest) => `the two largest in the tier front: ${namesOf(largest)}`)),
  select(deployments, `${namespace}/web`).pipe(map((web) => `web: ${web?.spec?.replicas ?? 'none'}`)),
).subscribe((line) => console.log(line));

function namesOf(list: readonly Deployment[]): string {
  return list.map(({ metadata, spec }) => `${metadata.name} of ${spec?.replicas}`).join(', ') || 'none';
}

process.once('SIGINT', () => running.unsubscribe());
