/**
 * Serves each resource of the cluster over HTTP, including custom resources: `GET /apps/v1/deployments` or
 * `GET /core/v1/pods`, with `?namespace=` and `?labelSelector=`. The first request for a resource starts an informer.
 * All requests for the resource share this informer while it runs.
 *
 * If the program answers 200, the objects are up to date as far as the informer knows. If the informer knows that the
 * connection is lost, the program answers 503, although the store still contains the old objects. A client must not
 * take these objects for current objects. When the informer is up to date again, the program answers 200.
 *
 * HTTP requests start the informers. The program reads the status and the store of each informer.
 */
import process from 'node:process';
import { serve } from '@hono/node-server';
import { KubeConfig } from '@kubernetes/client-node';
import { Hono } from 'hono';
import { filter, first, firstValueFrom, tap, throwError, timeout } from 'rxjs';
import { byNamespace, type GroupVersionResource, informer, type Informer, KubeError } from 'rx-informer';
import { type KubeObject, lister, listWatch, OptionsError } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';

const config = new KubeConfig();
config.loadFromDefault();
const transport = kubeConfigTransport(config);
const informers = new Map<string, Informer<KubeObject>>();
const stop = new AbortController();
const noAnswer = new KubeError('transient', 'the cluster does not answer');

/**
 * The HTTP status for each kind of refusal by the cluster. All other failures are temporary and get the status 503.
 */
const refusals: Readonly<Record<string, 403 | 404 | 500>> = { notFound: 404, forbidden: 403, fatal: 500 };

/**
 * Returns the running informer of a resource, or starts one. If the cluster refuses a request, the informer ends. The
 * next HTTP request then starts a new informer.
 */
function informerOf(resource: GroupVersionResource): Informer<KubeObject> {
  const name = [resource.group, resource.version, resource.resource].join('/');
  const known = informers.get(name);
  if (known !== undefined) return known;
  const made = informer(listWatch(transport, resource), {
    indexers: { namespace: byNamespace },
    resetDelay: 0,
    reflect: { isFatal: ({ failure }) => failure in refusals, backoff: { max: 5_000 } },
  });
  informers.set(name, made);
  // This subscription ignores the error. upToDate() reads the error from `status$`, and the HTTP response contains it.
  const running = made.changes().subscribe({ error: () => undefined });
  running.add(() => informers.delete(name));
  stop.signal.addEventListener('abort', () => running.unsubscribe());
  return made;
}

/** Resolves when the informer is up to date. Rejects with the reason if the informer fails or needs more than 5 s. */
async function upToDate({ status$ }: Informer<KubeObject>): Promise<void> {
  const settled$ = status$.pipe(
    filter((status) => status.phase !== 'waiting' || status.retryAt > status.since), // skips the phase `waiting` if the retry delay is 0 ms
    tap((status) => {
      if (status.phase === 'listing' || status.phase === 'watching') return;
      const { failure, message } = status.error ?? noAnswer;
      throw new KubeError(failure, message); // an OptionsError would cause the status 400, as if the request were wrong
    }),
    first(({ phase, hasSynced }) => phase === 'watching' && hasSynced),
  );
  await firstValueFrom(settled$.pipe(timeout({ each: 5_000, with: () => throwError(() => noAnswer) })));
}

const http = new Hono()
  .get('/:group/:version/:resource', async ({ req, json }) => {
    const { group, version, resource } = req.param();
    const { namespace = '', labelSelector = '' } = req.query();
    const asked = informerOf({ group: group === 'core' ? '' : group, version, resource });
    await upToDate(asked);
    return json({ data: lister(asked.store).byNamespace(namespace).list(labelSelector) });
  })
  .onError((error, { json }) => {
    if (error instanceof OptionsError) return json({ msg: error.message }, 400);
    if (error instanceof KubeError) return json({ msg: error.message }, refusals[error.failure] ?? 503);
    return json({ msg: error.message }, 500);
  });

const port = Number(process.env['PORT'] ?? 8888);
const server = serve({ fetch: http.fetch, hostname: '127.0.0.1', port }, (address) =>
  console.log(`http://127.0.0.1:${address.port}/core/v1/pods`),
);

process.once('SIGINT', () => {
  stop.abort();
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections(); // also closes the connections whose requests wait for the cluster
});
