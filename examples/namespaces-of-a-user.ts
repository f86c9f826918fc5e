/**
 * Prints the pods of a user that may list pods in some namespaces only, and may not list namespaces. When a RoleBinding
 * gives the user the right in another namespace, its pods are added. When the right is lost, the pods are removed. The
 * variable NAMESPACES has the names of the namespaces to check, separated by commas.
 *
 * One informer contains the pods of all these namespaces. Each member of its set is the informer of one namespace.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { distinctUntilChanged, filter, map, merge, tap } from 'rxjs';
import { listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';
import { informerSet, listableNamespaces } from 'rx-informer/scope';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const names$ = listableNamespaces(transport, core.v1.pods, {
  candidates: (process.env['NAMESPACES'] ?? namespace).split(','),
  checkInterval: 5_000,
  onError: ({ message }) => console.error(message),
});
const pods = informerSet(
  names$.pipe(tap((names) => console.log(`namespaces: ${names.join(', ') || 'none'}`))),
  (name) => listWatch(transport, core.v1.pods, { namespace: name }),
);

const changes$ = pods
  .changes()
  .pipe(map(({ type, key, cause }) => `${key} ${cause === 'scope' ? 'is out of reach' : type}`));

// Between two checks of the rights, the API server can refuse a request.
const refusals$ = pods.status$.pipe(
  map(({ members }) => [...members].flatMap(([name, { phase }]) => (phase === 'waiting' ? name : []))),
  map((names) => names.join(', ')),
  distinctUntilChanged(),
  filter((names) => names !== ''),
  map((names) => `waiting: ${names}`),
);

const running = merge(changes$, refusals$).subscribe({
  next: (line) => console.log(line),
  error: (error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  },
});
process.once('SIGINT', () => running.unsubscribe());
