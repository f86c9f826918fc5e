import { build, isAvailable } from '../../kube/kube.mjs';
import { clientGoProgram } from '../client-go/build.ts';
import { column } from '../driver/column.ts';
import type { Contender, Scenario } from '../driver/scenario.ts';
import { realVariants } from '../real/variants.ts';

const file = (name: string): URL => new URL(`../real/${name}`, import.meta.url);

/** Builds kube-apiserver before the scenario starts the server, because the first build takes minutes. */
function haveKube(): Promise<void> {
  if (!isAvailable())
    return Promise.reject(new Error('no kube-apiserver is installed, and no Go to build it'));
  build();
  return Promise.resolve();
}

const clientGoForms = [
  'typed',
  'typed-streamed',
  'typed-protobuf',
  'typed-protobuf-streamed',
  'dynamic',
  'metadata',
];

/**
 * Returns the scenario with a real kube-apiserver over TLS and 750 watch events per second. The scenario compares the
 * costs that JSON and protobuf have for the client.
 */
export function realScenario(objects: number, events: number): Scenario {
  const counts = [String(objects), String(events)];
  const ours = Object.keys(realVariants).map((name): Contender => ({
    name,
    script: file('child.ts'),
    args: ([address = '']) => [name, address, String(events)],
    prepare: haveKube,
  }));
  const clientGo = clientGoForms.map((form): Contender => ({
    name: `client-go, ${form.replace('streamed', 'streaming').replaceAll('-', ', ')}`,
    script: file('client-go-child.ts'),
    args: ([address = '']) => [form, address, ...counts],
    prepare: () => haveKube().then(clientGoProgram.build),
  }));
  return {
    name: 'real',
    title: `${objects.toLocaleString('en')} pods on a kube-apiserver over TLS, ${events.toLocaleString('en')} events`,
    servers: [{ resource: 'pods', objects, events, paced: 0 }],
    serverScript: file('server.ts'),
    floor: 'floor',
    contenders: [...ours, ...clientGo],
    columns: [
      column('first sync', 'syncPerObject', 'CPU', 'µs/pod', 1),
      column('first sync', 'syncWall', 'wall', 'ms'),
      column('first sync', 'syncStall', 'longest stall', 'ms'),
      column('memory', 'peakRss', 'peak RSS', 'MB'),
      column('memory', 'heapPerObject', 'heap', 'B/pod'),
      column('events, 750 a second at most', 'eventCpu', 'CPU', 'µs/event', 1),
    ],
  };
}
