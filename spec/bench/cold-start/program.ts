/**
 * The smallest program that watches a collection: `node program.ts TRANSPORT ADDRESS`. Loads the built package as a
 * user does. With `bare-fetch` and `bare-https`, loads RxJS and sends a request without the package.
 *
 * After the answer, the program prints times from its first line on, in ns of the clock that all processes share.
 */
import process from 'node:process';
import type { Transport } from 'rx-informer';

const moments = [process.hrtime.bigint()];
const note = (): unknown => moments.push(process.hrtime.bigint());
const [transport = '', server = ''] = process.argv.slice(2);

await import('rxjs');
note();
if (transport.startsWith('bare-')) await sendBare();
else await watchPods();

async function sendBare(): Promise<void> {
  note();
  if (transport === 'bare-fetch') {
    note();
    await fetch(server);
  } else {
    await import('node:https'); // the transport also loads `node:https`
    const { get } = await import('node:http');
    note();
    await new Promise((answered) => get(server, answered));
  }
  end();
}

async function watchPods(): Promise<void> {
  const { informer, listWatch } = await import('rx-informer');
  note();
  const pods = informer(listWatch(await transportTo(server), { group: '', version: 'v1', resource: 'pods' }));
  note();
  pods.status$.subscribe(({ phase }) => {
    if (phase === 'waiting') end();
  });
  pods.start();
}

async function transportTo(address: string): Promise<Transport> {
  if (transport === 'fetch') {
    const { fetchTransport } = await import('rx-informer/fetch');
    return fetchTransport({ server: address });
  }
  const { kubeConfigTransport } = await import('rx-informer/client-node');
  return kubeConfigTransport({
    getCurrentCluster: () => ({ server: address }),
    applyToHTTPSOptions: () => Promise.resolve(),
  });
}

function end(): void {
  process.stdout.write(moments.join(' '), () => process.exit());
}
