/**
 * client-go, measured once, as `children/cache.ts` measures a variant: its process does what this one tells it, and its
 * CPU and memory alone are counted.
 *
 *     node child.ts FORM SERVER RESOURCE OBJECTS EVENTS PACED
 */
import process from 'node:process';
import { tell as report } from '../children/tell.ts';
import { startProgram } from './program.ts';

const [form = '', server = '', resource = '', ...counts] = process.argv.slice(2);
const [objects = 0, events = 0, paced = 0] = counts.map(Number);
const isPipeline = form === 'pipeline'; // it has no server
const ask = async (path: string): Promise<void> => {
  if (!isPipeline) await fetch(`${server}${path}`);
};

const { tell, end } = startProgram({ form, server, resource, objects, events });
const sync = await tell('sync');

const ofRelist = async (): Promise<Readonly<Record<string, number>>> => {
  await tell('mark');
  await ask('/expire');
  await tell('settle'); // what it has read it may still be working at
  const { cpu = NaN, told = NaN } = await tell('hear 0');
  return { relistCpu: cpu, relistShare: cpu / (sync['cpu'] ?? NaN), relistTold: told };
};
const relist = isPipeline ? {} : await ofRelist();

await tell('mark');
const [watch] = await Promise.all([tell(`hear ${events}`), ask('/go')]);

const ofPace = async (): Promise<Readonly<Record<string, number>>> => {
  await tell('settle');
  await tell('mark stamped');
  const [{ p50 = NaN, p99 = NaN }] = await Promise.all([tell(`hear ${paced}`), ask('/pace')]);
  return { delayP50: p50, delayP99: p99 };
};
const delays = isPipeline || paced === 0 ? {} : await ofPace();
await end();

const { objects: held = NaN, cpu = NaN, wall = NaN, first = NaN, peak = NaN, heap = NaN } = sync;
report({
  objects: held,
  syncCpu: cpu,
  syncWall: wall,
  firstObject: first,
  peakRss: peak,
  heapPerObject: heap / held,
  ...relist,
  eventCpu: ((watch['cpu'] ?? NaN) * 1_000) / events,
  eventRate: (events * 1_000) / (watch['wall'] ?? NaN),
  ...delays,
});
