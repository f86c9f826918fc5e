import { throwError } from 'rxjs';
import { informer, type Informer, type InformerOptions } from '../informer/index.ts';
import { KubeError, type KubeObject, messageOf, OptionsError } from '../objects/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';
import type { RowMember } from './machine/member-rows.ts';

/** A member of an `informerSet`. */
export interface SetMember<T extends KubeObject> extends RowMember<T> {
  readonly informer: Informer<T, never>;
}

export interface MemberOptions<T extends KubeObject, Id> {
  readonly source: (id: Id) => ListerWatcher<T>;
  readonly cluster: ((id: Id) => string) | undefined;
  readonly informer: InformerOptions<T, never>;
}

/** Makes the member of an id. If a function of the program throws, the informer of the member ends with the error. */
export function createMember<T extends KubeObject, Id>(id: Id, options: MemberOptions<T, Id>): SetMember<T> {
  const { source, cluster } = placeOfMember(id, options);
  const member = informer<T>(source, options.informer);
  return {
    cluster,
    get: (key) => member.store.get(key),
    name: Object(id) === id ? (cluster ?? 'a member') : String(id), // the text of an object can contain a secret
    informer: member,
  };
}

interface Place<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly cluster: string | undefined;
}

function placeOfMember<T extends KubeObject, Id>(id: Id, options: MemberOptions<T, Id>): Place<T> {
  try {
    const cluster = options.cluster === undefined ? undefined : checkedCluster(options.cluster(id));
    const source = options.source(id);
    checkSource('informerSet', source);
    return { source, cluster };
  } catch (cause) {
    const error =
      cause instanceof OptionsError
        ? cause
        : new KubeError('fatal', `the source of a member failed: ${messageOf(cause)}`, { cause });
    const failed$ = throwError(() => error);
    return { source: { list: () => failed$, watch: () => failed$ }, cluster: undefined };
  }
}

function checkedCluster(name: unknown): string {
  if (typeof name === 'string' && name !== '' && !name.includes('\n')) return name;
  throw new OptionsError('informerSet: cluster', name, 'a function that returns a name in one line');
}
