/**
 * Any collection of the cluster over HTTP, custom resources too: `GET /apps/v1/deployments`, `GET /core/v1/pods`, with
 * `?namespace=` and `?labelSelector=`. The first request for a resource starts its informer, however many come at once.
 *
 * 200 is as up to date as an informer can know. Once it knows that the connection is lost it is 503, although the old
 * objects are there: nobody takes them for new ones. It is 200 again when the informer has caught up.
 *
 * Stage of the flow: informers on demand, their status and their stores.
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

/** What the cluster refuses, as this program answers it. All else is trouble that passes: 503. */
const refusals: Readonly<Record<string, 403 | 404 | 500>> = { notFound: 404, forbidden: 403, fatal: 500 };

/** The one that runs, or a new one. A refusal ends it, so that the next request asks the cluster again. */
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
  // The answer to the request says the error, which stands on `status$`.
  const running = made.changes().subscribe({ error: () => undefined });
  running.add(() => informers.delete(name));
  stop.signal.addEventListener('abort', () => running.unsubscribe());
  return made;
}

/** Resolves once it is up to date; rejects with what is in the way, within 5 s. */
async function upToDate({ status$ }: Informer<KubeObject>): Promise<void> {
  const settled$ = status$.pipe(
    filter((status) => status.phase !== 'waiting' || status.retryAt > status.since), // else it resumes at once
    tap((status) => {
      if (status.phase === 'listing' || status.phase === 'watching') return;
      const { failure, message } = status.error ?? noAnswer;
      throw new KubeError(failure, message); // not as OptionsError: a kubeconfig is no mistake of the asker
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
  if ('closeAllConnections' in server) server.closeAllConnections(); // those that wait for the cluster, too
});
