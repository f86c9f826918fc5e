/**
 * Measures client-go once. `children/cache.ts` takes the same measurements of the TypeScript programs. This process
 * sends commands to a process that runs client-go. The measurements include only the CPU time and memory of the
 * client-go process.
 *
 *     node child.ts FORM SERVER RESOURCE OBJECTS COLD EVENTS PACED
 */
import process from 'node:process';
import { checkState, stateOf } from '../children/check-state.ts';
import { printFigures as report } from '../children/print-figures.ts';
import { startProgram } from './program.ts';

const [form = '', server = '', resource = '', ...counts] = process.argv.slice(2);
const [objects = 0, cold = 0, events = 0, paced = 0] = counts.map(Number);
const isPipeline = form === 'pipeline'; // the mode `pipeline` needs no server
const ask = async (path: string): Promise<void> => {
  if (!isPipeline) await fetch(`${server}${path}`);
};

const all = isPipeline ? cold + events : cold + events + paced;
const { send, state, end } = startProgram({ form, server, resource, objects, events: all });
const sync = await send('sync');
await checkOnce('objects of the list', 1, objects);

const ofRelist = async (): Promise<Readonly<Record<string, number>>> => {
  await send('mark');
  await ask('/expire');
  await send('settle'); // the client-go process may still work on data that it has read
  const { cpu = NaN, received = NaN } = await send('receive 0');
  return { relistCpu: cpu, relistShare: cpu / (sync['cpu'] ?? NaN), relistChanges: received };
};
const relist = isPipeline ? {} : await ofRelist();

const receive = async (count: number, path: string): Promise<Readonly<Record<string, number>>> => {
  await send('mark');
  const [cost] = await Promise.all([send(`receive ${count}`), ask(path)]);
  await send('settle');
  return cost;
};
// In the mode `pipeline`, all events are queued at once. Therefore the first events cannot be measured separately.
const early = cold > 0 && !isPipeline ? await receive(cold, '/cold') : {};
const watched = isPipeline ? cold + events : events;
const watch = await receive(watched, '/go');

const ofPace = async (): Promise<Readonly<Record<string, number>>> => {
  await send('settle');
  await send('mark stamped');
  const [{ p50 = NaN, p99 = NaN }] = await Promise.all([send(`receive ${paced}`), ask('/pace')]);
  return { delayP50: p50, delayP99: p99 };
};
const delays = isPipeline || paced === 0 ? {} : await ofPace();
await send('settle');
await checkOnce('changes', objects + 1, objects + all);
const { heap: changed = NaN } = await send('heap');
if (!isPipeline) checkState(new Map(Object.entries(await state())), await stateOf(server));
await end();

async function checkOnce(what: string, from: number, to: number): Promise<void> {
  const { never = NaN, often = NaN } = await send(`once ${from} ${to}`);
  if (never + often === 0) return;
  throw new Error(
    `void: of ${to + 1 - from} ${what}, ${never} were never delivered, and ${often} more than once`,
  );
}

const { objects: held = NaN, cpu = NaN, wall = NaN, first = NaN, peak = NaN, heap = NaN } = sync;
report({
  objects: held,
  syncCpu: cpu,
  syncWall: wall,
  firstObject: first,
  peakRss: peak,
  heapPerObject: heap / held,
  ...relist,
  heapChanged: all < objects ? NaN : changed / objects,
  coldCpu: ((early['cpu'] ?? NaN) * 1_000) / cold,
  eventCpu: ((watch['cpu'] ?? NaN) * 1_000) / watched,
  eventRate: (watched * 1_000) / (watch['wall'] ?? NaN),
  ...delays,
});
