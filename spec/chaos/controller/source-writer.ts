import { setTimeout as sleep } from 'node:timers/promises';
import { insistent } from '../support/insistent.ts';
import type { PlainClient } from '../support/plain-client.ts';
import { between, type Random } from '../support/random.ts';
import { copiesPath, sourcesPath } from './wanted-state.ts';

/**
 * Simulates other clients. They create, change and delete sources. They also change and delete the copies that the
 * controller has made.
 */
export interface SourceWriter {
  /** Number of changes that the server has confirmed. */
  readonly done: number;
  /** Stops the changes. Resolves when the last change has been confirmed. Rejects if a change was refused. */
  stop(): Promise<void>;
}

interface Pace {
  /** Maximum number of changes per second. */
  readonly rate: number;
  /** Number of sources. */
  readonly keys: number;
}

const maxWorkers = 6;

const nameOf = (nth: number): string => `source-${nth}`;

/** Deletes some of the sources, and changes the other sources and their copies. */
export async function changeEachKey(client: PlainClient, keys: number): Promise<void> {
  const insist = insistent(client, () => undefined);
  for (let nth = 1; nth <= keys; nth++) {
    const [source, copy] = [`${sourcesPath}/${nameOf(nth)}`, `${copiesPath}/${nameOf(nth)}`];
    if (nth % 3 === 0) await insist('DELETE', source, [404]);
    else if (nth % 3 === 1) await insist('PATCH', copy, [404], { data: { value: btoa('the last change') } });
    else await insist('PATCH', source, [404], { data: { value: 'the last change' } });
  }
}

export function sourceWriter(client: PlainClient, random: Random, { rate, keys }: Pace): SourceWriter {
  // A worker changes one key at a time, so with at most one worker for each key, a free key always exists.
  const workers = Math.min(maxWorkers, keys);
  const free = Array.from({ length: keys }, (_, i) => nameOf(i + 1));
  const insist = insistent(client, () => undefined);
  let done = 0;
  let isStopped = false;

  const changeOne = async (name: string): Promise<void> => {
    const [source, copy] = [`${sourcesPath}/${name}`, `${copiesPath}/${name}`];
    const dice = random();
    const data = { value: `${name} ${done}` };
    const create = (): Promise<unknown> => insist('POST', sourcesPath, [409], { metadata: { name }, data });
    if (dice < 0.55) {
      if ((await insist('PATCH', source, [404], { data })) === 404) await create();
    } else if (dice < 0.75) {
      await insist('DELETE', source, [404]);
      // A source that waits for its finalizer cannot be created again, so the POST often gets 409.
      if (dice < 0.62) await create();
    } else if (dice < 0.86)
      await insist('PATCH', copy, [404], { data: { value: btoa('changed by another client') } });
    else if (dice < 0.97) await insist('DELETE', copy, [404]);
    else await insist('PATCH', source, [404], { metadata: { finalizers: null } });
  };
  const work = async (): Promise<void> => {
    while (!isStopped) {
      const begin = performance.now();
      const [name] = free.splice(between(random, 0, free.length - 1), 1) as [string];
      await changeOne(name);
      free.push(name);
      done++;
      await sleep(Math.max(1, (workers / rate) * 1_000 - (performance.now() - begin)));
    }
  };
  const working = Promise.all(Array.from({ length: workers }, work));
  // `stop` reports the error. Until then, the rejection would count as unhandled.
  working.catch(() => undefined);

  return {
    get done() {
      return done;
    },
    async stop() {
      isStopped = true;
      await working;
    },
  };
}
