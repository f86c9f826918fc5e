import { conflated } from '../../delivery/index.ts';
import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

export interface CallbackTarget<T> {
  /**
   * Calls the callback of the target. The method may not throw.
   *
   * @returns a promise, which may not reject, if the callback is asynchronous; otherwise `undefined`
   */
  call(change: Change<T>): Promise<void> | undefined;
}

interface TargetEntry<T> {
  readonly target: CallbackTarget<T>;
  /**
   * The index of the first change that this target receives. Changes are counted from 0, as in `received`.
   */
  from: number;
  isRemoved: boolean;
}

/** A change, and the targets that have not received the change yet. */
interface Dispatch<T> {
  readonly change: Change<T>;
  readonly targets: readonly TargetEntry<T>[];
}

/** An object with running asynchronous callbacks. Later changes of this object are queued. */
interface ActiveKey<T> {
  readonly running: Set<TargetEntry<T>>;
  readonly queued: Dispatch<T>[];
}

/**
 * Dispatches each change to all targets before the next change, so that all targets get the changes in the same order. The next
 * change of an object waits until all callbacks of its last change have completed. Different objects do not wait for each other.
 *
 * A target gets only the changes that the dispatcher received after the target was added. A pause keeps only the newest
 * change of each object. A target added during the pause does not get the kept changes.
 */
export class CallbackDispatcher<T> {
  #entries: readonly TargetEntry<T>[] = [];
  #received = 0;
  #dispatched = 0;
  readonly #active = new Map<ObjectKey, ActiveKey<T>>();
  /** The dispatch that is running, and the number of its targets that have already been called. */
  #current: { readonly dispatch: Dispatch<T>; called: number } | undefined;
  /**
   * The changes that wait for the end of a pause, with their targets. Each object has at most one change
   * here: its newest change.
   */
  #retained = new Map<Change<T>, readonly TargetEntry<T>[]>();

  /**
   * The number of received changes, without the changes that wait for the end of a pause. `dispatched`
   * reaches this number when all these changes are dispatched.
   */
  get received(): number {
    return this.#received;
  }

  get dispatched(): number {
    return this.#dispatched;
  }

  /**
   * Adds a target: a callback that receives all later changes.
   *
   * @returns a function that removes the target; other targets then no longer wait for the callbacks of this
   * target
   */
  add(target: CallbackTarget<T>): () => void {
    const entry: TargetEntry<T> = { target, from: this.#received, isRemoved: false };
    this.#entries = [...this.#entries, entry];
    return () => {
      entry.isRemoved = true;
      this.#entries = this.#entries.filter((one) => one !== entry);
      for (const [key, { running }] of this.#active) if (running.has(entry)) this.#onDone(key, entry);
    };
  }

  receive(count: number): void {
    this.#received += count;
  }

  /**
   * Calls the targets, or queues the change while callbacks of its object run. A callback may add or remove
   * targets, or pause the dispatcher.
   */
  dispatch(change: Change<T>): void {
    const dispatch = this.#dispatchOf(change, this.#dispatched);
    this.#retained.delete(change);
    this.#dispatched += 1;
    const active = this.#active.get(change.key);
    if (active === undefined) this.#call(dispatch);
    else active.queued.push(dispatch);
  }

  /**
   * Pauses the dispatcher.
   *
   * @param undispatched - the changes that were received and not dispatched, without the current change
   */
  pause(undispatched: readonly Change<T>[]): void {
    const dispatches = [
      ...this.#takeQueued(),
      ...undispatched.map((change, at) => this.#dispatchOf(change, this.#dispatched + at)),
    ];
    this.#retained = new Map(conflateDispatches(dispatches).map(({ change, targets }) => [change, targets]));
    this.#received = this.#dispatched;
    for (const entry of this.#entries) entry.from = Math.min(entry.from, this.#received);
  }

  /**
   * Ends a pause.
   *
   * @returns the changes that the caller has to dispatch before any new change. `received` already includes
   * these changes
   */
  resume(): readonly Change<T>[] {
    const changes = [...this.#retained.keys()];
    this.#received += changes.length;
    return changes;
  }

  #dispatchOf(change: Change<T>, at: number): Dispatch<T> {
    return { change, targets: this.#retained.get(change) ?? this.#entries.filter(({ from }) => from <= at) };
  }

  /** Removes and returns the queued dispatches, and the rest of the current dispatch. */
  #takeQueued(): readonly Dispatch<T>[] {
    const current = this.#current;
    this.#current = undefined;
    const first =
      current === undefined
        ? []
        : [{ ...current.dispatch, targets: current.dispatch.targets.slice(current.called) }];
    return [...first, ...[...this.#active.values()].flatMap(({ queued }) => queued.splice(0))];
  }

  #call(dispatch: Dispatch<T>): void {
    const { change, targets } = dispatch;
    const current = { dispatch, called: 0 };
    this.#current = current;
    for (const entry of targets) {
      current.called += 1;
      const done = entry.isRemoved ? undefined : entry.target.call(change);
      if (done !== undefined && !entry.isRemoved) this.#onRunning(change.key, entry, done);
      if (this.#current !== current) return;
    }
    this.#current = undefined;
  }

  #onRunning(key: ObjectKey, entry: TargetEntry<T>, done: Promise<void>): void {
    const active = this.#active.get(key) ?? { running: new Set(), queued: [] };
    active.running.add(entry);
    this.#active.set(key, active);
    void done.then(() => this.#onDone(key, entry));
  }

  #onDone(key: ObjectKey, entry: TargetEntry<T>): void {
    const active = this.#active.get(key);
    if (active?.running.delete(entry) !== true || active.running.size > 0) return;
    // The next change is dispatched asynchronously, because a running callback can have removed the target.
    void Promise.resolve().then(() => this.#next(key, active));
  }

  #next(key: ObjectKey, active: ActiveKey<T>): void {
    while (active.running.size === 0) {
      const dispatch = active.queued.shift();
      if (dispatch === undefined) {
        if (this.#active.get(key) === active) this.#active.delete(key);
        return;
      }
      this.#call(dispatch);
    }
  }
}

/**
 * Reduces the waiting changes at a pause: if consecutive changes of one object have the same targets, only
 * the newest change stays.
 */
function conflateDispatches<T>(dispatches: readonly Dispatch<T>[]): readonly Dispatch<T>[] {
  const result: Dispatch<T>[] = [];
  let run: Change<T>[] = [];
  for (const [at, { change, targets }] of dispatches.entries()) {
    run.push(change);
    if (isSame(dispatches[at + 1]?.targets, targets)) continue;
    for (const merged of conflated(run)) result.push({ change: merged, targets });
    run = [];
  }
  return result;
}

function isSame<E>(one: readonly E[] | undefined, other: readonly E[]): boolean {
  return one?.length === other.length && one.every((entry, at) => entry === other[at]);
}
