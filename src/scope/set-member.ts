import { informer, type Informer, type InformerOptions } from '../informer/index.ts';
import { asKubeError, type KubeError, type KubeObject, OptionsError } from '../objects/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import type { RowMember } from './machine/member-rows.ts';

/** A member of an `informerSet`. */
export interface SetMember<T extends KubeObject> extends RowMember<T> {
  readonly informer: Informer<T, never>;
  /** How often the member has joined the set. */
  runs: number;
}

/** A member whose source could not be made. */
export interface FailedMember {
  readonly error: KubeError;
}

export interface MemberOptions<T extends KubeObject, Id> {
  readonly source: (id: Id) => ListerWatcher<T>;
  readonly cluster: ((id: Id) => string) | undefined;
  readonly informer: InformerOptions<T, never>;
}

/** Makes the member of an id. If a function of the program throws, the result has the error. */
export function createMember<T extends KubeObject, Id>(
  id: Id,
  options: MemberOptions<T, Id>,
): SetMember<T> | FailedMember {
  try {
    const cluster = options.cluster === undefined ? undefined : checkedCluster(options.cluster(id));
    const member = informer<T>(options.source(id), options.informer);
    return {
      cluster,
      get: (key) => member.store.get(key),
      name: typeof id === 'string' ? id : (cluster ?? 'a member'),
      informer: member,
      runs: 0,
    };
  } catch (error) {
    return { error: asKubeError(error, 'the source of a member') };
  }
}

function checkedCluster(name: unknown): string {
  if (typeof name === 'string' && name !== '' && !name.includes('\n')) return name;
  throw new OptionsError('informerSet: cluster', name, 'a function that returns a name in one line');
}
