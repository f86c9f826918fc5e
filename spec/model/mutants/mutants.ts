/** A bug that the suite plants: a text of the source code, and the text that replaces it. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The model tests that must find the bug. They run in this order. */
  readonly models: readonly string[];
}

const informer = ['informer()'];
const shared = ['sharedIndexInformer()'];
const classic = ['newController() over newDeltaFIFO()', 'newDeltaFIFO() popped by hand'];
const dropIn = ['makeInformer()'];
const storeAlone = ['store alone'];

/** The planted bugs: one bug of each kind that an informer can have. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a delete of the watch is lost',
    file: 'store/machine/apply-deltas.ts',
    from: 'if (old === undefined) return;\n  cache.remove(key, old);',
    to: "if (old === undefined || cause === 'watch') return;\n  cache.remove(key, old);",
    models: informer,
  },
  {
    name: 'the store does not emit a delete',
    file: 'store/machine/apply-deltas.ts',
    from: 'changes.push(deleted(key, isOfOld ? last : old, finalStateKnown && isOfOld, cause));',
    to: 'void deleted; void finalStateKnown; void isOfOld;',
    models: informer,
  },
  {
    name: 'an index keeps the old value of an updated object',
    file: 'store/machine/indices.ts',
    from: 'const from = old === undefined ? NONE : [...valuesBefore(func, old)];',
    to: 'const from = old === undefined || object !== undefined ? NONE : [...valuesBefore(func, old)];',
    models: informer,
  },
  {
    name: 'the store emits an update as an add',
    file: 'store/machine/apply-deltas.ts',
    from: 'changes.push(old === undefined ? added(key, object, cause) : updated(key, old, object, cause));',
    to: 'changes.push(added(key, object, cause)); void updated;',
    models: informer,
  },
  {
    name: 'the store emits a repeated event again',
    file: 'store/machine/apply-deltas.ts',
    from: 'return isSameVersion(old, object) || (uid',
    to: 'return (uid',
    models: informer,
  },
  {
    name: 'an object goes back to an older version',
    file: 'store/machine/apply-deltas.ts',
    from: '(uid === old.metadata.uid && isOlder(object, old))',
    to: 'false',
    models: informer,
  },
  {
    name: 'a watch is resumed from the version of the list',
    file: 'reflector/watch-phase.ts',
    from: 'if (ordered) advanceTo(version);',
    to: '',
    models: informer,
  },
  {
    name: 'a relist emits no deletes',
    file: 'store/machine/prepare-replace.ts',
    from: 'if (!listed.has(key)) made.push(deleted(key, old, false, cause));',
    to: "if (!listed.has(key) && cause === 'initial') made.push(deleted(key, old, false, cause));",
    models: informer,
  },
  {
    name: 'a relist emits unchanged objects',
    file: 'store/machine/prepare-replace.ts',
    from: '} else if (!same(old, object)) changes.push(',
    to: '} else changes.push(',
    models: informer,
  },
  {
    name: 'another uid in a list is an update',
    file: 'store/machine/prepare-replace.ts',
    from: 'else if (old.metadata.uid !== object.metadata.uid) {',
    to: 'else if (false as boolean) {',
    models: informer,
  },
  {
    name: 'another uid in a watch is an update',
    file: 'store/machine/apply-deltas.ts',
    from: 'if (old !== undefined && old.metadata.uid !== object.metadata.uid) {',
    to: 'if (old !== undefined && (false as boolean)) {',
    models: classic,
  },
  {
    name: 'a conflating buffer loses a delete',
    file: 'delivery/machine/conflating-buffer.ts',
    from: "if (type === 'deleted') return { first: change, seen: first.old };",
    to: "if (type === 'deleted') return undefined;",
    models: informer,
  },
  {
    name: 'a conflating buffer emits two adds without a delete between them',
    file: 'delivery/machine/conflating-buffer.ts',
    from: "return type === 'deleted' ? undefined : { first: inClusterOf(change, added(key, object, first.cause)) };",
    to: "return type === 'deleted' ? { first: change } : { first: added(key, object, first.cause) };",
    models: informer,
  },
  {
    name: 'a bounded buffer keeps one more than its size',
    file: 'delivery/machine/bounded-buffer.ts',
    from: 'if (this.pending === size) {',
    to: 'if (this.pending > size) {',
    models: shared,
  },
  {
    name: 'the store emits changes before it contains them',
    file: 'store/machine/apply-deltas.ts',
    from: '  cache.put(key, old, object);\n',
    to: '  queueMicrotask(() => cache.put(key, old, object));\n',
    models: informer,
  },
  {
    name: 'a late subscriber does not receive the stored objects',
    file: 'store/store-core.ts',
    from: 'if (value === undefined) return live$;',
    to: 'if (value !== null) return live$;',
    models: informer,
  },
  {
    name: 'the number of attempts is never reset',
    file: 'reflector/machine/decide.ts',
    from: 'if (isHealthy) attempts.expired = attempts.other = state.tooLargeErrors = 0;',
    to: 'void isHealthy;',
    models: informer,
  },
  {
    name: 'the delay grows with each answer of a lagging replica',
    file: 'reflector/machine/decide.ts',
    from: 'state.tooLargeErrors > 3 ?',
    to: 'state.tooLargeErrors > 0 ?',
    models: informer,
  },
  {
    name: 'the reflector requests a streaming list again after it was refused',
    file: 'reflector/machine/decide.ts',
    from: "state.streaming = isUnsupported(outcome) ? false : 'broken';",
    to: '',
    models: informer,
  },
  {
    name: 'the reflector lists immediately after a refused version check, although it lists in pages',
    file: 'reflector/machine/decide.ts',
    from: 'state.streaming === true && isRefusedForGood(error)',
    to: 'isRefusedForGood(error)',
    models: informer,
  },
  {
    name: 'each opened watch resets the number of attempts',
    file: 'reflector/machine/decide.ts',
    from: 'resetCounters(state, frames > 0 || livedLong, livedLong);',
    to: 'resetCounters(state, true, livedLong);',
    models: informer,
  },
  {
    name: 'the reflector repeats a watch after a 410',
    file: 'reflector/machine/decide.ts',
    from: "state.next = 'list';\n  if (watched) return false;",
    to: "if (watched) return false;\n  state.next = 'list';",
    models: informer,
  },
  {
    name: 'the reflector does not abort an idle watch',
    file: 'reflector/watch-phase.ts',
    from: 'takeUntil(whenIdle(context).pipe(',
    to: 'takeUntil(whenIdle(context).pipe(concatMap(() => EMPTY), ',
    models: informer,
  },
  {
    name: 'received objects are not frozen',
    file: 'reflector/machine/prepare-object.ts',
    from: 'if (transform === undefined) return deepFreeze(object);',
    to: 'if (transform === undefined) return object;',
    models: informer,
  },
  {
    name: 'a removed handler is called once more',
    file: 'client-go/informer/handler-registrations.ts',
    from: '      removed.next();\n',
    to: '      setTimeout(() => removed.next(), 1);\n',
    models: shared,
  },
  {
    name: 'the request stays open after the last subscriber has left',
    file: 'informer/informer-lifecycle.ts',
    from: '(isDelayed() ? timer(resetDelay) : of(undefined))',
    to: '(isDelayed() ? timer(resetDelay) : timer(2_147_483_647))',
    models: informer,
  },
  {
    name: 'the timer of a call in flight outlives the stop',
    file: 'client-go/informer/shared-index-informer.ts',
    from: 'if (endedEarly) callResults.unsubscribe();',
    to: 'void endedEarly;',
    models: shared,
  },
  {
    name: 'a resync is emitted as a change',
    file: 'store/store-reader.ts',
    from: "updated(keys[at] ?? '', object, object, 'resync')",
    to: "updated(keys[at] ?? '', { ...object }, object, 'resync')",
    models: shared,
  },
  {
    name: 'a queue drops the delete of an object in flight',
    file: 'client-go/queue/machine/by-key-fifo.ts',
    from: 'if (!this.#isKnown(key)) return;',
    to: 'if (!this.#isKnown(key) || this.#inFlight.get(key) !== undefined) return;',
    models: classic,
  },
  {
    name: 'a queue does not delete an object that a list lacks',
    file: 'client-go/queue/machine/by-key-fifo.ts',
    from: 'this.#addTombstone(key, this.#known.find(key).object);',
    to: 'void this.#known.find(key).object;',
    models: classic,
  },
  {
    name: 'a stop drops the changes that wait for the callbacks',
    file: 'client-node/client-node-informer.ts',
    from: 'delivery.add(() => dispatcher.pause(undispatched));',
    to: 'delivery.add(() => dispatcher.pause([])); void undispatched;',
    models: dropIn,
  },
  {
    name: 'a queue keeps two deletes of a key',
    file: 'queue/machine/keyed-delta-queue.ts',
    from: "if (last?.type !== 'Deleted' || delta.type !== 'Deleted') deltas.push(delta);",
    to: 'if (last !== undefined) deltas.push(delta);',
    models: ['queue alone'],
  },
  {
    name: 'an index that is added later lacks the stored objects',
    file: 'store/machine/indices.ts',
    from: 'this.#apply(key, moveOf(named, key, undefined, this.#decode(stored)));',
    to: 'void [key, stored];',
    models: storeAlone,
  },
  {
    name: 'a write during a notification is emitted before earlier changes',
    file: 'store/store-core.ts',
    from: 'if (mutex.isFree) action();',
    to: 'if (mutex.isFree || !hasEnded) action();',
    models: storeAlone,
  },
  {
    name: 'a subscriber with a notifier receives changes in another order',
    file: 'delivery/buffered.ts',
    from: 'listener.push(batch, scheduler',
    to: 'listener.push(notifier ? batch.toSorted((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0)) : batch, scheduler',
    models: informer,
  },
  {
    name: 'a second handler is not called before the first is removed',
    file: 'client-go/delivery/shared-processor.ts',
    from: 'listen(batches$, listener, scheduler);\n        }),',
    to: 'listen(batches$, listener, scheduler);\n        }, 1),',
    models: shared,
  },
];
