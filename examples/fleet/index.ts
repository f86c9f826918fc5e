/**
 * Prints the Deployments of a fleet of clusters. The clusters are the Cluster objects of `crd.yaml` in the cluster of the
 * kubeconfig. When a Cluster object is created, its Deployments are added. When it is deleted, its Deployments are removed.
 * A cluster that does not answer does not affect the others.
 *
 * The user of the kubeconfig connects to all clusters. Each address gets the credentials of the user, so only trusted users
 * may write Cluster objects.
 *
 * One informer contains the Deployments of all clusters. Each member of its set is the informer of one cluster.
 */
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { KubeConfig } from '@kubernetes/client-node';
import { distinctUntilChanged, filter, map, merge, type Observable, withLatestFrom } from 'rxjs';
import { type GroupVersionResource, informer, type InformerStatus, type KubeObject } from 'rx-informer';
import { type ListerWatcher, listWatch, query, select } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { apps, type Deployment } from 'rx-informer/kinds';
import { informerSet, switchSource } from 'rx-informer/scope';

interface Cluster extends KubeObject {
  readonly spec: { readonly server: string; readonly caData?: string };
}
const clusterObjects: GroupVersionResource<Cluster> = {
  group: 'example.com',
  version: 'v1',
  resource: 'clusters',
};

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const user = config.getCurrentUser() ?? { name: 'nameless' };

const clusters = informer(listWatch(kubeConfigTransport(config), clusterObjects, { namespace }));
const names$ = query(clusters).pipe(map((all) => all.map(({ metadata }) => metadata.name)));

const fleet = informerSet(names$, (name) => switchSource(deploymentsOf(name)), { cluster: (name) => name });

/** Emits the source of the Deployments of a cluster, and another source if the cluster moves to another address. */
function deploymentsOf(name: string): Observable<ListerWatcher<Deployment>> {
  return select(clusters, `${namespace}/${name}`).pipe(
    filter((cluster) => cluster !== undefined),
    map(({ spec }) => spec),
    distinctUntilChanged((before, now) => isDeepStrictEqual(before, now)),
    map((spec) => {
      const one = new KubeConfig();
      one.loadFromClusterAndUser({ ...spec, name, skipTLSVerify: false }, user);
      return listWatch(kubeConfigTransport(one), apps.v1.deployments, { namespace });
    }),
  );
}

// A key such as `shop/web` can exist in each cluster.
const changes$ = fleet.changes().pipe(
  withLatestFrom(fleet.members$),
  map(([{ type, key, cluster, cause }, members]) => {
    const replicas = [...members.keys()].flatMap((name) => {
      const deployment = fleet.store.get(key, name);
      return deployment === undefined ? [] : `${deployment.spec?.replicas ?? 1} in ${name}`;
    });
    const what = cause === 'scope' ? 'has left the fleet' : type;
    return `${cluster} ${key} ${what}; replicas: ${replicas.join(', ') || 'none'}`;
  }),
);

const clusterStates$ = fleet.status$.pipe(
  map(({ members }) => [...members].map(([name, status]) => `${name}: ${stateOf(status)}`)),
  map((states) => states.join(', ') || 'no clusters'),
);
const states$ = merge(
  clusters.status$.pipe(
    map(stateOf),
    distinctUntilChanged(),
    map((state) => `Cluster objects: ${state}`),
  ),
  clusterStates$.pipe(distinctUntilChanged()),
);

/** Returns the error while requests fail, and otherwise the phase. */
function stateOf(status: InformerStatus): string {
  const error = status.phase === 'listing' ? status.lastError : 'error' in status ? status.error : undefined;
  return error?.message ?? status.phase;
}

const running = merge(changes$, states$).subscribe({
  next: (line) => console.log(line),
  error: (error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  },
});
process.once('SIGINT', () => running.unsubscribe());
