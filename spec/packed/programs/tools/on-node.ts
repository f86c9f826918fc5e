/**
 * A program with the entry points that need Node. The program uses sockets. Each tool under test that supports Node
 * runs it.
 */
import { get } from 'node:http';
import { lastValueFrom, Observable } from 'rxjs';
import { informer, KubeError, listWatch, OptionsError, StatusError, waitForCacheSync } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';

const server = createApiServer();
const configOf = (url: string, proxyUrl?: string) => ({
  getCurrentCluster: () => ({ server: url, ...(proxyUrl !== undefined && { proxyUrl }) }),
  applyToHTTPSOptions: () => Promise.resolve(),
});

/** Uses each entry point that needs Node. Resolves with a line of text for each step. */
export async function onNode(): Promise<readonly string[]> {
  const { url } = await server.listen({ port: 0 });
  try {
    server.objects.create(core.v1.configmaps, { metadata: { name: 'colours', namespace: 'default' } });
    return [...(await synced(url)), ...(await errors(url)), ...(await loadedWhenNeeded(url))];
  } finally {
    await server.close();
  }
}

async function synced(url: string): Promise<readonly string[]> {
  const transports = {
    'in process': server.transport,
    fetch: fetchTransport({ server: url }),
    'client-node': kubeConfigTransport(configOf(url)),
  };
  const steps: string[] = [];
  for (const [name, transport] of Object.entries(transports)) {
    const live = informer(listWatch(transport, core.v1.configmaps));
    const stop = new AbortController();
    live.start(stop.signal);
    await waitForCacheSync([live], { signal: AbortSignal.timeout(20_000) });
    steps.push(`${name}: ${live.store.get('default/colours') === undefined ? 'empty' : 'synced'}`);
    stop.abort();
  }
  return steps;
}

async function errors(url: string): Promise<readonly string[]> {
  const request$ = server.transport.open({ path: '/api/v1/nothing' });
  const refused: unknown = await lastValueFrom(request$).catch((error: unknown) => error);
  const steps = [
    `one RxJS: ${String(request$ instanceof Observable)}`,
    `error of a request: ${String(refused instanceof KubeError && refused instanceof StatusError)}`,
  ];
  const mistakes = {
    apiserver: () => createApiServer({ historySize: -1 }),
    'client-node': () => kubeConfigTransport(configOf(url), { headersTimeout: -1 }),
  };
  for (const [door, mistake] of Object.entries(mistakes)) {
    try {
      mistake();
    } catch (error) {
      steps.push(`error of ${door}: ${String(error instanceof KubeError && error instanceof OptionsError)}`);
    }
  }
  return steps;
}

/** Makes the library load its lazy dependencies, which it imports only at their first use. */
async function loadedWhenNeeded(url: string): Promise<readonly string[]> {
  const path = '/api/v1/namespaces/default/configmaps';
  const created = async (type: string, body: string): Promise<string> => {
    const headers = { 'content-type': type };
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    return answer.ok ? 'created' : await answer.text();
  };
  const protobuf = 'k8s\0\n\x0f\n\x02v1\x12\x09ConfigMap\x12\x0a\n\x08\n\x06binary';
  const upgraded = new Promise<string>((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: url,
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-version': '13',
    };
    const request = get(`${url}${path}?watch=true`, { headers });
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(String(statusCode));
    });
    request.once('response', ({ statusCode }) => reject(new Error(`the answer was ${String(statusCode)}`)));
    request.once('error', reject);
  });
  const proxied = kubeConfigTransport(configOf(url, 'socks5://127.0.0.1:1'));
  const failure: unknown = await lastValueFrom(proxied.open({ path: '/version' })).catch(
    (error: unknown) => error,
  );
  return [
    `yaml: ${await created('application/yaml', '{ metadata: { name: written } }')}`,
    `protobuf: ${await created('application/vnd.kubernetes.protobuf', protobuf)}`,
    `web socket: ${await upgraded}`,
    `socks: ${/ECONNREFUSED/.exec(String(failure))?.[0] ?? String(failure)}`,
  ];
}
