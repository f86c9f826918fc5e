/**
 * An index behind HTTP, kept true by an informer: `GET /?app=web` gives the keys of the pods with that label, from
 * memory, without a request to the API server. 503 until the first list is complete.
 */
import { createServer } from 'node:http';
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { byLabel, byNamespace, informer, listWatch, waitForCacheSync } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods), {
  indexers: { app: byLabel('app'), namespace: byNamespace },
});
const running = pods.start();

const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const app = query.get('app');
  const found = app === null ? pods.store.listKeys() : pods.store.indexKeys('app', app);
  response.writeHead(pods.store.hasSynced ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found));
});

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  console.log(`http://127.0.0.1:${port}/?app=web`);
  askOnce(`http://127.0.0.1:${port}/`).catch((error: unknown) => console.error(String(error)));
});

async function askOnce(url: string): Promise<void> {
  await waitForCacheSync([pods], { signal: AbortSignal.timeout(30_000) });
  const apps = pods.store.listIndexFuncValues('app');
  console.log('apps:', apps.join(' '), 'in', pods.store.listIndexFuncValues('namespace').join(' '));
  for (const app of apps) {
    const answer = await fetch(`${url}?app=${app}`);
    console.log(app, answer.status, await answer.text());
  }
}

process.once('SIGINT', () => {
  running.unsubscribe();
  server.close();
});
