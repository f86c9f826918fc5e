/**
 * Measures one way to cache the pods of many namespaces, in a new process:
 * - the first sync
 * - events at a fixed rate
 * - a namespace that joins, and a namespace that leaves
 *
 *     node --expose-gc child.ts PROGRAM SERVER PODS COLD EVENTS
 *
 * Before the namespaces join and leave, the objects of the program must equal the objects of the server, and the program
 * must have delivered each change exactly once. Otherwise the process reports no measurements.
 */
import process from 'node:process';
import { kubeConfigTransport } from '../../../src/client-node/index.ts';
import { checkState, stateOf, versionsOf } from '../children/check-state.ts';
import { cpuOf } from '../children/cpu-of.ts';
import { Listener } from '../children/listener.ts';
import { measured } from '../children/measured.ts';
import { printFigures } from '../children/print-figures.ts';
import { settled } from '../children/settled.ts';
import { Tally } from '../children/tally.ts';
import { quantile } from '../driver/quantile.ts';
import { cpuClock } from '../stages/cpu-clock.ts';
import { furtherNamespaces, namespaceName, podsPerNamespace } from './namespaced.ts';
import { programs } from './programs.ts';

const [name = '', server = '', ...counts] = process.argv.slice(2);
const [expected = 0, cold = 0, events = 0] = counts.map(Number);
const create = programs[name];
if (create === undefined)
  throw new Error(`no program ${name}; there are ${Object.keys(programs).join(', ')}`);

const ask = async (path: string): Promise<string> => (await fetch(`${server}${path}`)).text();
const heapUsed = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const namesUpTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => namespaceName(nth));

const tally = new Tally(expected + cold + events);
const listener = new Listener(tally);
const namespaces = expected / podsPerNamespace;
const transport = kubeConfigTransport({
  getCurrentCluster: () => ({ server }),
  applyToHTTPSOptions: () => Promise.resolve(),
});
await ask('/stats'); // the first `fetch` of a process is slow, and must not be measured
const empty = heapUsed();

const program = create(transport, namesUpTo(namespaces));
const sync = await measured(async () => {
  program.changes$.subscribe(({ object }) => listener.receive(object));
  await listener.until(expected);
});
const peakRss = process.resourceUsage().maxRSS / 1_024;
await settled();
if (!program.hasSynced()) throw new Error('void: the program has not synced');
tally.checkOnce('objects of the list', 1, expected);
const heapPerObject = (heapUsed() - empty) / expected;
const { requests, connections } = JSON.parse(await ask('/stats')) as Readonly<
  Record<'requests' | 'connections', number>
>;

const receiveAll = async (count: number, path: string): Promise<void> => {
  const all = listener.until(listener.received + count);
  await ask(path);
  await all;
};
await receiveAll(cold, '/cold');
await settled();
globalThis.gc?.();
const clock = cpuClock();
await receiveAll(events, '/go');
const eventCosts = clock();
await settled();
tally.checkOnce('changes', expected + 1, expected + cold + events);
checkState(versionsOf(program.list()), await stateOf(server));

const joins: number[] = [];
const leaves: number[] = [];
const { setNamespaces } = program;
if (setNamespaces !== undefined) {
  const namesAre = async (names: readonly string[]): Promise<void> => {
    const all = listener.until(listener.received + podsPerNamespace);
    setNamespaces(names);
    await all;
  };
  for (let nth = 1; nth <= furtherNamespaces; nth++) {
    joins.push(await cpuOf(() => namesAre(namesUpTo(namespaces + nth))));
    await settled();
  }
  for (let nth = furtherNamespaces - 1; nth >= 0; nth--) {
    leaves.push(await cpuOf(() => namesAre(namesUpTo(namespaces + nth))));
    await settled();
  }
  if (program.list().length !== expected)
    throw new Error(`void: ${program.list().length} objects at the end`);
}

printFigures({
  syncCpu: sync.cpu,
  syncWall: sync.wall,
  syncStall: sync.stall,
  syncTask: sync.task,
  peakRss,
  heapPerObject,
  requests,
  connections,
  eventCpu: (eventCosts.all * 1_000) / events,
  eventMain: (eventCosts.main * 1_000) / events,
  joinCpu: quantile(joins),
  leaveCpu: quantile(leaves),
});
