import type { KubeObject } from 'rx-informer';
import type { Subject, HandlerCall } from './subject.ts';
import { allInWords, colorIn, inWords, keyIn, versionIn, type VirtualServer } from './virtual-server.ts';

/** Reports that the library breaks a guarantee. The arguments are the name of the guarantee and a description. */
export type Breach = (guarantee: string, what: string) => void;

/** The virtual server, which knows the true state, and the informer under test. */
export interface MirrorContext {
  readonly server: VirtualServer;
  readonly subject: () => Pick<Subject, 'list' | 'get' | 'byColor'>;
  readonly breach: Breach;
}

/**
 * The objects that one subscriber knows from its calls. Each further call has to fit these objects.
 *
 * If the buffer of the subscriber drops changes, the subscriber may miss changes. But even for this subscriber, an
 * object must not return to an older version.
 */
export class Mirror {
  readonly known = new Map<string, KubeObject>();
  readonly #newest = new Map<string, number>();
  readonly #context: MirrorContext;
  readonly #buffer: 'whole' | 'merged' | 'lossy';

  constructor(context: MirrorContext, buffer: 'whole' | 'merged' | 'lossy') {
    this.#context = context;
    this.#buffer = buffer;
  }

  receive(call: HandlerCall): void {
    const { server, breach } = this.#context;
    const { type, object } = call;
    const key = keyIn(object);
    const words = `${type} ${inWords(object)}`;
    if (!isFrozen(object)) breach('G11', `${words} is not frozen`);
    if (!server.states.has(inWords(object))) breach('G2', `${words} never existed at the server`);
    const uid = object.metadata.uid;
    if (versionIn(object) < (this.#newest.get(uid) ?? 0))
      breach('G2', `${words} is older than an earlier call`);
    this.#newest.set(uid, versionIn(object));
    if (this.#buffer !== 'lossy') this.#fit(call, this.known.get(key), words);
    if (type === 'deleted') this.known.delete(key);
    else this.known.set(key, object);
    this.#look(call, key, words);
  }

  inWords(): string {
    return allInWords(this.known.values());
  }

  #fit(
    { type, object, old, finalStateKnown }: HandlerCall,
    known: KubeObject | undefined,
    words: string,
  ): void {
    const { server, breach } = this.#context;
    const knows = known === undefined ? 'nothing' : inWords(known);
    if (type === 'added') {
      if (known !== undefined) breach('G12', `${words}, but the subscriber has ${knows}`);
      return;
    }
    if (known === undefined) {
      breach(type === 'deleted' ? 'G5' : 'G12', `${words}, but the subscriber has no object`);
      return;
    }
    if (known.metadata.uid !== object.metadata.uid) {
      breach('G6', `${words}, but the subscriber has ${knows}`);
      return;
    }
    if (type === 'updated') {
      const isResync = old === object;
      if (!isResync && versionIn(object) === versionIn(known))
        breach('G7', `${words}, but the subscriber has ${knows}`);
      if (old !== undefined && inWords(old) !== knows && !isResync)
        breach('G2', `${words}, but the subscriber has ${knows}`);
      if (isResync && this.#buffer === 'whole' && inWords(object) !== knows)
        breach('G2', `resync ${words}, but the subscriber has ${knows}`);
    } else if (finalStateKnown === true) {
      if (!server.finalStates.has(inWords(object))) breach('G5', `${words} was never a final state`);
    } else if (finalStateKnown === false && this.#buffer === 'whole' && inWords(object) !== knows) {
      breach('G5', `${words} as the last known state, but the subscriber has ${knows}`);
    }
  }

  /**
   * Checks that the store and its index already contain the object of a handler call, in the same state or in a later
   * state.
   */
  #look({ type, object }: HandlerCall, key: string, words: string): void {
    const { server, breach, subject } = this.#context;
    const tested = subject();
    const stored = tested.get(key);
    const has = stored === undefined ? 'nothing' : inWords(stored);
    const isSame = stored?.metadata.uid === object.metadata.uid;
    if (type === 'deleted') {
      if (isSame) breach('G9', `${words} while the store has ${has}`);
    } else if (stored === undefined || !isSame) {
      if (!server.goneUids.has(object.metadata.uid)) breach('G9', `${words} while the store has ${has}`);
    } else if (versionIn(stored) < versionIn(object)) breach('G9', `${words} while the store has ${has}`);
    if (tested.byColor === undefined) return;
    for (const color of new Set([colorIn(object), stored === undefined ? '' : colorIn(stored)])) {
      const isFound = tested.byColor(color).some((found) => keyIn(found) === key);
      if (isFound !== (stored !== undefined && colorIn(stored) === color))
        breach('G9', `${words}: the index of ${color} ${isFound ? 'has' : 'lacks'} it; the store has ${has}`);
    }
  }
}

/** Whether a value and all values in it are frozen. */
function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
