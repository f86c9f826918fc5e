import { setTimeout as sleep } from 'node:timers/promises';
import { collectionPath } from '../../../src/objects/index.ts';
import { insistent } from './insistent.ts';
import { type KindName, kindNames, kinds, namespaces } from './kinds.ts';
import type { PlainClient } from './plain-client.ts';
import { between, oneOf, type Random } from './random.ts';

/**
 * Writes random objects to the server. A seed determines the order of the writes. Writes continue during faults of the
 * server.
 */
export interface Writer {
  /** Number of changes that the server has confirmed. */
  readonly done: number;
  /** Number of requests that failed and that the writer repeated. */
  readonly retries: number;
  /** Writes until the server has confirmed `count` changes. */
  writeUntil(count: number): Promise<void>;
}

interface Pace {
  /** Maximum number of changes per second. */
  readonly rate: number;
  /** Number of objects of each kind in each namespace. */
  readonly keys: number;
}

/** The writer changes ConfigMaps more often than other kinds, because most test informers watch ConfigMaps. */
const weighted: readonly KindName[] = [...kindNames, 'configmaps', 'configmaps'];
const colors = ['red', 'green', 'blue'] as const;
const workers = 12;

export function writer(client: PlainClient, random: Random, { rate, keys }: Pace): Writer {
  /**
   * Paths of objects that probably exist. While a worker changes an object, `inHand` contains its path, and no other
   * worker changes the object.
   */
  const there = new Set<string>();
  const inHand = new Set<string>();
  let done = 0;
  let retries = 0;
  let turn = 0;

  const insist = insistent(client, () => retries++);

  const changeOne = async (): Promise<void> => {
    const kind = oneOf(random, weighted);
    const namespace = oneOf(random, namespaces);
    const collection = collectionPath(kinds[kind], namespace);
    const name = `${kind}-${between(random, 1, keys)}`;
    const path = `${collection}/${name}`;
    const [what, color] = [random(), oneOf(random, colors)];
    if (inHand.has(path)) return;
    inHand.add(path);
    turn++;
    if (!there.has(path)) {
      await insist('POST', collection, [409], objectOf(kind, name, color, turn));
      there.add(path);
    } else if (what < 0.15) {
      await insist('DELETE', path, [404]);
      there.delete(path);
      // Creates another object with the same name at once. Some informers then see only a new uid, and no delete.
      if (what < 0.05) {
        await insist('POST', collection, [409], objectOf(kind, name, color, turn));
        there.add(path);
        done++;
      }
    } else {
      const labels = what < 0.4 ? { labels: { color } } : {};
      const patch = { metadata: { annotations: { turn: String(turn) }, ...labels } };
      // The PATCH can get 404: if the response to a delete was lost, the repeated delete may remove a newer object of
      // the same name.
      if ((await insist('PATCH', path, [404], patch)) === 404) there.delete(path);
    }
    inHand.delete(path);
    done++;
  };

  return {
    get done() {
      return done;
    },
    get retries() {
      return retries;
    },
    async writeUntil(count) {
      const [begin, before] = [performance.now(), done];
      const work = async (): Promise<void> => {
        while (done < count) {
          const ahead = ((done - before) / rate) * 1_000 - (performance.now() - begin);
          if (ahead > 5) await sleep(ahead);
          await changeOne();
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    },
  };
}

function objectOf(kind: KindName, name: string, color: string, turn: number): object {
  const { group, version } = kinds[kind];
  const type = { configmaps: 'ConfigMap', secrets: 'Secret', leases: 'Lease', widgets: 'Widget' }[kind];
  const content = {
    configmaps: { data: { turn: String(turn), text: 'x'.repeat(300) } },
    secrets: { stringData: { turn: String(turn) } },
    leases: { spec: { holderIdentity: String(turn) } },
    widgets: { spec: { size: turn } },
  }[kind];
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind: type,
    metadata: { name, labels: { color } },
    ...content,
  };
}
