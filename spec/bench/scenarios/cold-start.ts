import { built } from '../driver/built.ts';
import type { Column } from '../driver/column.ts';
import type { Contender, Scenario } from '../driver/scenario.ts';

const script = new URL('../cold-start/child.ts', import.meta.url);

const contender = (name: string, ...args: readonly string[]): Contender => ({
  name,
  script,
  args: () => args,
  prepare: built,
});

const column = (key: string): Column => ({ group: 'cold start', key, title: key, unit: 'ms', digits: 1 });
const part = (key: string): Column => ({ ...column(key), group: 'of it', compared: false });

/**
 * Returns the scenario for the time from the first line of a new program to its first request. The baseline program
 * loads RxJS and sends a request without this library.
 */
export const coldStartScenario = (roundsEach: number): Scenario => ({
  name: 'cold start',
  title: 'from the first line of a fresh program to its first request',
  servers: [],
  floor: 'floor: RxJS and a bare fetch',
  contenders: [
    contender('floor: RxJS and a bare fetch', 'bare-fetch'),
    contender('informer, fetch', 'fetch'),
    contender('informer, client-node', 'client-node'),
    contender('RxJS and a bare request', 'bare-https'),
    contender('informer, fetch, compile cache', 'fetch', 'cached'),
    contender('informer, client-node, compile cache', 'client-node', 'cached'),
  ],
  columns: [
    column('first request'),
    part('import rxjs'),
    part('import the core'),
    part('import the transport'),
    part('from start to request'),
  ],
  roundsEach,
});
