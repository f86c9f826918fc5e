/**
 * Measures one variant (one way to cache a collection) once against a real API server. Measures the first sync, and
 * then events at the rate at which `server.ts` writes pods.
 *
 *     node --expose-gc child.ts VARIANT ADDRESS EVENTS
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Listener } from '../children/listener.ts';
import { measured } from '../children/measured.ts';
import { settled } from '../children/settled.ts';
import { printFigures } from '../children/print-figures.ts';
import type { RealAddress } from './address.ts';
import { realVariants } from './variants.ts';

const [name = '', text = '', count = '0'] = process.argv.slice(2);
const address = JSON.parse(text) as RealAddress;
const events = Number(count);
setDefaultCACertificates([...getCACertificates('default'), readFileSync(address.caFile, 'utf8')]);
const variant = await realVariants[name]?.(address);
if (variant === undefined) throw new Error(`no variant ${name}`);

const heapUsed = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const listener = new Listener();
const empty = heapUsed();
let objects = 0;
const sync = await measured(async () => {
  ({ size: objects } = await variant.start({ server: address.server, resource: 'pods' }, listener.receive));
  await listener.until(objects);
});
const peakRss = process.resourceUsage().maxRSS / 1_024;
await settled();
const heap = heapUsed() - empty;

const watch = await measured(async () => {
  // Waits for the events and for the end of the writes. Otherwise the next process would receive late writes.
  await Promise.all([listener.until(listener.received + events), fetch(address.go)]);
});

printFigures({
  objects,
  syncPerObject: (sync.cpu * 1_000) / objects,
  syncWall: sync.wall,
  syncStall: sync.stall,
  peakRss,
  heapPerObject: heap / objects,
  eventCpu: (watch.cpu * 1_000) / events,
});
