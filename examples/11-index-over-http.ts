/**
 * Serves an index of pods over HTTP. An informer keeps the index up to date. `GET /` returns the keys of all pods with
 * the label `app`, by the value of this label. `GET /?app=web` returns the keys for one value. The program answers
 * from memory, without a request to the API server, even if the API server is not reachable. Until the first list is
 * complete, the program answers 503 with the reason.
 *
 * The informer contains all pipeline stages. The program reads only the store of the informer.
 */
import process from 'node:process';
import { serve } from '@hono/node-server';
import { KubeConfig } from '@kubernetes/client-node';
import { Hono } from 'hono';
import { distinctUntilChanged, filter, map } from 'rxjs';
import { byLabel, informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }), {
  indexers: { app: byLabel('app') },
});
const { store } = pods;

let inTheWay = 'the first list is not complete yet';
const failure$ = pods.status$.pipe(
  map((status) => ('error' in status ? status.error : undefined)),
  filter((error) => error !== undefined),
  distinctUntilChanged(),
);
failure$.subscribe((error) => {
  inTheWay = error.message;
  console.error(`pods: ${String(error)}`);
});

const http = new Hono().get('/', (context) => {
  if (!store.hasSynced) return context.json({ msg: inTheWay }, 503);
  const app = context.req.query('app');
  if (app !== undefined) return context.json(store.indexKeys('app', app));
  const index = store
    .listIndexFuncValues('app')
    .map((value) => [value, store.indexKeys('app', value)] as const);
  return context.json(Object.fromEntries(index));
});

const port = Number(process.env['PORT'] ?? 4000);
const server = serve({ fetch: http.fetch, hostname: '127.0.0.1', port }, (address) =>
  console.log(`http://127.0.0.1:${address.port}/?app=web`),
);
const running = pods.start();

process.once('SIGINT', () => {
  running.unsubscribe();
  server.close();
});
