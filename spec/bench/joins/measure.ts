/**
 * Measures one join over a number of pods, in a new process:
 *
 *     node --expose-gc measure.ts JOIN PODS EVENTS
 *
 * The objects are in memory, and 13 events arrive in one task of the event loop, as from a server. At first, the program
 * has the two informers and one subscriber to the changes of the pods. Then the join replaces this subscriber by a
 * subscriber to its own changes. If the rows differ from the objects of the informers at the end, or if a change was not
 * delivered exactly once, the process reports no measurements.
 */
import process from 'node:process';
import { concat, of, Subject } from 'rxjs';
import { informer, type KubeObject } from '../../../src/index.ts';
import type { ReflectorEvent } from '../../../src/reflector/index.ts';
import { eventCost } from '../children/event-cost.ts';
import { measured } from '../children/measured.ts';
import { printFigures } from '../children/print-figures.ts';
import { settled } from '../children/settled.ts';
import { type JoinName, joins, keyOf, type MeasuredJoin, podsPerNode, smallNode, smallPod } from './joins.ts';

const [name = '', ...counts] = process.argv.slice(2);
const [objects = 1_000, events = 10_000] = counts.map(Number);
const nodeCount = Math.max(1, Math.floor(objects / podsPerNode));
const program: MeasuredJoin = joins[name as JoinName];
if (!Object.hasOwn(joins, name))
  throw new Error(`no join ${name}; there are ${Object.keys(joins).join(', ')}`);

const podSource = new Subject<ReflectorEvent<ReturnType<typeof smallPod>>>();
const nodeSource = new Subject<ReflectorEvent<ReturnType<typeof smallNode>>>();
const listOf = <T extends KubeObject>(items: readonly T[]): ReflectorEvent<T> => ({
  type: 'REPLACED',
  items,
  resourceVersion: String(items.length),
});
const firstPods = Array.from({ length: objects }, (_, at) => smallPod(at, at % nodeCount, at + 1));
const firstNodes = Array.from({ length: nodeCount }, (_, at) => smallNode(at, at + 1));
const pods = informer(concat(of(listOf(firstPods)), podSource));
const nodes = informer(concat(of(listOf(firstNodes)), nodeSource));

const podsAlone = joins.none.open({ pods, nodes });
nodes.changes().subscribe();
await settled();
if (pods.store.size !== objects) throw new Error(`void: ${pods.store.size} objects`);

let sentPods = 0;
let newestPod = firstPods[0];
const podCost = (): Promise<number> =>
  eventCost({
    make: () =>
      Array.from({ length: events }, () => {
        const at = (Math.imul(sentPods, 7_919) >>> 0) % objects;
        // Each event moves a pod to the next node.
        const node = at + (program.moves === true ? 1 + Math.floor(sentPods / objects) : 0);
        sentPods += 1;
        return (newestPod = smallPod(at, node % nodeCount, objects + sentPods));
      }),
    send: (object) => podSource.next({ type: 'MODIFIED', object }),
    isReceived: () => newestPod !== undefined && pods.store.get(keyOf(newestPod)) === newestPod,
  });

let sentNodes = 0;
let newestNode = firstNodes[0];
const nodeCost = (): Promise<number> =>
  eventCost({
    make: () =>
      Array.from({ length: Math.ceil(events / podsPerNode) }, () => {
        const at = (Math.imul(sentNodes, 7_919) >>> 0) % nodeCount;
        sentNodes += 1;
        return (newestNode = smallNode(at, nodeCount + sentNodes));
      }),
    send: (object) => nodeSource.next({ type: 'MODIFIED', object }),
    isReceived: () => newestNode !== undefined && nodes.store.get(keyOf(newestNode)) === newestNode,
  });

await podCost(); // V8 compiles the code of the informers
const sentBefore = sentPods;
let running = podsAlone;
const build = await measured(async () => {
  running = program.open({ pods, nodes });
  podsAlone.subscription.unsubscribe();
  await settled();
});
const received = running.received();
const event = await podCost();
const ofPods = running.received() - received;
const nodeEvent = await nodeCost();
await settled();
const ofNodes = running.received() - received - ofPods;

running.check();
const { changes } = program;
if (changes !== undefined && program.moves !== true) {
  const wanted = [(sentPods - sentBefore) * changes[0], sentNodes * changes[1]];
  if (ofPods !== wanted[0] || ofNodes !== wanted[1])
    throw new Error(`void: ${ofPods} and ${ofNodes} changes, not ${wanted.join(' and ')}`);
}
running.subscription.unsubscribe();

printFigures({
  event,
  nodeEvent,
  nodeRatio: nodeEvent / event,
  emissions: ofPods / (sentPods - sentBefore),
  stall: build.stall,
  task: build.task,
  buildCpu: build.cpu,
});
