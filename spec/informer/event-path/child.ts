/**
 * Prints the files of `src` in which a function runs for one MODIFIED event of a watch, from the transport to a
 * handler. The output has one file in each line. The measurement uses the precise coverage of V8.
 */
import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { concat, NEVER, of, Subject } from 'rxjs';
import { informer, type KubeObject, listWatch, type Transport } from 'rx-informer';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const pod = (resourceVersion: number): string =>
  `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-0","namespace":"shop","uid":"1","resourceVersion":"${resourceVersion}"}}`;
const list = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[${pod(1)}]}`;
const frames$ = new Subject<Uint8Array>();
const transport: Transport = {
  open: ({ query }) => (query?.['watch'] === undefined ? of(bytesOf(list)) : concat(frames$, NEVER)),
};

const pods = informer(listWatch<KubeObject>(transport, { group: '', version: 'v1', resource: 'pods' }), {
  reflect: { streamingList: 'never' },
  resetDelay: 0,
});
let seen = '';
const subscription = pods.changes().subscribe(({ object }) => (seen = object.metadata.resourceVersion));

/** Sends one watch event. Waits until the handler has received the change. */
async function send(version: number): Promise<void> {
  frames$.next(bytesOf(`{"type":"MODIFIED","object":${pod(version)}}\n`));
  while (seen !== String(version)) await wait(1);
  await wait(20);
}

while (seen !== '1') await wait(1);
for (let version = 2; version < 50; version++) await send(version);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await send(50);
await session.post('Profiler.takePreciseCoverage');
await send(51);
const { result } = await session.post('Profiler.takePreciseCoverage');
const root = new URL('../../../src/', import.meta.url).href;
for (const { url, functions } of result) {
  const hasRun = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
  if (url.startsWith(root) && hasRun) console.log(url.slice(root.length));
}
session.disconnect();
subscription.unsubscribe();
