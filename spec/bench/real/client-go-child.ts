/**
 * Measures client-go once against a real API server. `child.ts` takes the same measurements of the TypeScript
 * programs.
 *
 *     node client-go-child.ts FORM ADDRESS OBJECTS EVENTS
 */
import process from 'node:process';
import { printFigures as report } from '../children/print-figures.ts';
import { startProgram } from '../client-go/program.ts';
import type { RealAddress } from './address.ts';

const [form = '', text = '', ...counts] = process.argv.slice(2);
const [objects = 0, events = 0] = counts.map(Number);
const { server, token, caFile, go } = JSON.parse(text) as RealAddress;
const credentials = { TOKEN: token, CA: caFile };
const { send, end } = startProgram({ form, server, resource: 'pods', objects, events, credentials });

const { cpu = NaN, wall = NaN, peak = NaN, heap = NaN } = await send('sync');
await send('mark');
const [watch] = await Promise.all([send(`receive ${events}`), fetch(go)]);
await end();

report({
  objects,
  syncPerObject: (cpu * 1_000) / objects,
  syncWall: wall,
  peakRss: peak,
  heapPerObject: heap / objects,
  eventCpu: ((watch['cpu'] ?? NaN) * 1_000) / events,
});
