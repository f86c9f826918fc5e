import { connect } from 'node:net';
import { embeddedServer, measured, maxBlocked, maxMemory, sent } from './fuzz/server-bodies.ts';
import { definition, type HostileRequest } from './fuzz/server-requests.ts';

export const serverAttacks = 'attacks on the embedded server';

const many = '/api/v1/namespaces/many/configmaps';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const things = '/apis/things.example.com/v1/namespaces/default/things';
const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';

type Send = (method: string, path: string, body?: unknown, accept?: string) => Promise<number>;

const terms = (term: (at: number) => string, count = 20_000): string =>
  encodeURIComponent(Array.from({ length: count }, (_, at) => term(at)).join());

/** Creates a CRD with these printer columns, creates an object, and requests the collection as a `Table`. */
async function tableOf(send: Send, jsonPaths: readonly string[], object: object): Promise<void> {
  const crd = definition('things', 'things.example.com', undefined) as {
    spec: { versions: readonly object[] };
  };
  const additionalPrinterColumns = jsonPaths.map((jsonPath, at) => ({
    name: `c${at}`,
    type: 'string',
    jsonPath,
  }));
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = crd.spec.versions.map((version) => ({ ...version, schema, additionalPrinterColumns }));
  await send('POST', definitions, { ...crd, spec: { ...crd.spec, versions } });
  const thing = { apiVersion: 'things.example.com/v1', kind: 'Widget', metadata: { name: 'x' } };
  await send('POST', things, { ...thing, ...object });
  await send('GET', things, undefined, accept);
  await send('DELETE', `${definitions}/things.things.example.com`);
}

/** Opens a connection that sends requests but reads no response. */
async function unread(url: string, path: string, count: number): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(count));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  socket.destroy();
}

const attacks: Readonly<Record<string, (send: Send, url: string) => Promise<unknown>>> = {
  'paths of printer columns that double what they find': (send) => {
    const deep = Array.from({ length: 24 }).reduce<object>((inner) => ({ a: inner }), {});
    return tableOf(send, [`..${"['a','a']".repeat(22)}`, `.a${"['a','a']".repeat(22)}`], deep);
  },
  'printer columns that show large objects': (send) => {
    const spec = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    return tableOf(send, Array<string>(100).fill('.spec'), { spec });
  },
  'label selectors of many keys': (send) => send('GET', `${many}?labelSelector=${terms((at) => `!k${at}`)}`),
  'label selectors of many values': (send) =>
    send('GET', `${many}?labelSelector=${terms((at) => `a!=v${at}`)}`),
  'selectors of too many terms': (send) => send('GET', `${many}?labelSelector=${terms(() => 'a', 150_000)}`),
  'field selectors': (send) =>
    send('GET', `${many}?fieldSelector=${terms((at) => `metadata.name!=a${at}`, 39_000)}`),
  'a quota of wrong scopes, each of whose errors shows all scopes': (send) =>
    send('POST', '/api/v1/namespaces/default/resourcequotas', {
      metadata: { name: 'x' },
      spec: { scopes: Array.from({ length: 18_000 }, (_, at) => `scope${at}`.padEnd(140, 'x')) },
    }),
  'many errors below a long key and a long name': async (send) => {
    const long = 'x'.repeat(1_000_000);
    const wrong = Array.from({ length: 1_000 }, (_, at) => at);
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
    const spec = { containers: [{ name: long, command: wrong }] };
    await send('PATCH', '/api/v1/namespaces/default/pods/p?fieldManager=m', { ...pod, spec });
    const properties = Object.fromEntries(wrong.map((at) => [`a${at}`, { type: 'x' }]));
    const inner = { type: 'object', properties };
    const schema = { openAPIV3Schema: { type: 'object', properties: { [long]: inner } } };
    const crd = definition('things', 'things.example.com', undefined) as { spec: object };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    await send('POST', definitions, { ...crd, spec: { ...crd.spec, versions } });
  },
  'pipelined requests whose answers are not read': async (send, url) => {
    await send('POST', many, { metadata: { name: 'large' }, data: { a: 'x'.repeat(1_040_000) } });
    await send('GET', `${many}/large`);
    await unread(url, `${many}/large`, 950);
  },
};

/**
 * Runs the attacks that consist of several requests. Each attack has its own embedded server.
 *
 * @returns whether the server withstood all attacks
 */
export async function attackServer(): Promise<boolean> {
  let isWell = true;
  for (const [name, attack] of Object.entries(attacks)) {
    const { child, url } = await embeddedServer();
    const send: Send = (method, path, body, type) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const contentType = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
      const request: HostileRequest = { name, method, path, type: contentType, body: text };
      return sent(url, type === undefined ? request : { ...request, accept: type });
    };
    await attack(send, url);
    const found = child.exitCode === null && child.signalCode === null ? await measured(child) : undefined;
    child.kill('SIGKILL');
    const isRight = found !== undefined && found.blocked <= maxBlocked && found.memory <= maxMemory;
    isWell &&= isRight;
    const shown = found === undefined ? 'the server died' : `${found.blocked} ms, ${found.memory} MB`;
    console.log(`${isRight ? 'ok    ' : 'FAILED'}  ${serverAttacks}: ${name}: ${shown}`);
  }
  return isWell;
}
