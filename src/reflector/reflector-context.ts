import type { KubeError, KubeObject } from '../objects/index.ts';
import type { ListerWatcher, ListOptions, WatchOptions } from '../source/index.ts';
import { createDoor, type Door } from './machine/door.ts';
import { createMemory, type Memory } from './machine/memory.ts';
import { isInShard, shardSelector } from './machine/shard.ts';
import { createSilence, type Silence } from './machine/silence.ts';
import type { Settings } from './reflect-options.ts';
import type { ReflectorStatus } from './reflector-status.ts';

/** Begins a list: says what to keep of each of its objects until it is complete, which has its version and no more. */
export type Gather<T> = () => (object: T) => T;

/** All that one running reflector is: what it was told, what it remembers, and how it is heard. */
export interface ReflectorContext<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly settings: Settings<T>;
  readonly memory: Memory;
  readonly silence: Silence;
  readonly door: Door<T>;
  /** What every request asks for: the shard, where there is one. */
  readonly wanted: Pick<ListOptions & WatchOptions, 'shardSelector'>;
  readonly gather: Gather<T>;
  readonly onIncident: (incident: KubeError) => void;
  /**
   * Throws what the status observer threw at an incident. It is called outside of the source, which would take it for a
   * failure of its own.
   */
  readonly rethrow: () => void;
  /** Tells a transition; an incident repeats the last one. */
  readonly tell: (status: ReflectorStatus) => void;
}

export function createContext<T extends KubeObject>(
  source: ListerWatcher<T>,
  settings: Settings<T>,
  streaming: boolean,
  gather: Gather<T> = () => asItIs,
): ReflectorContext<T> {
  const { shard, transform } = settings;
  let last: ReflectorStatus = { phase: 'stopped' };
  let incidents = 0;
  let thrown: { readonly error: unknown } | undefined;
  const tell = (status: ReflectorStatus): void => {
    last = status;
    settings.tell(incidents === 0 ? status : { ...status, incidents });
  };
  const onIncident = (incident: KubeError): void => {
    if (last.phase !== 'listing' && last.phase !== 'watching') return;
    incidents++;
    try {
      settings.tell({ ...last, incident, incidents });
    } catch (error) {
      thrown ??= { error };
    }
  };
  return {
    source,
    settings,
    memory: createMemory(streaming),
    silence: createSilence(),
    door: createDoor(
      transform,
      onIncident,
      shard === undefined ? undefined : (object) => isInShard(shard, object),
    ),
    wanted: shard === undefined ? {} : { shardSelector: shardSelector(shard) },
    gather,
    onIncident,
    rethrow() {
      if (thrown !== undefined) throw thrown.error;
    },
    tell,
  };
}

const asItIs = <T>(object: T): T => object;
