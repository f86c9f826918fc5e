import type { Call } from './calls.ts';
import {
  callsOfEvents,
  callsOfList,
  type Filter,
  filterOf,
  keyIn,
  sortedCalls,
  uidIn,
} from './informer-calls.ts';
import {
  type CallBatch,
  type InformerConfig,
  type InformerStep,
  type InformerWant,
  isResumedHere,
  stepTime,
} from './informer-case.ts';
import { GoldenResyncs } from './informer-resyncs.ts';
import type { Touch } from './topic.ts';

/**
 * The expected results: the recorded results of client-go, changed where this library differs from client-go on
 * purpose.
 */
export class GoldenExpected {
  readonly #config: InformerConfig;
  readonly #touch: Touch;
  readonly #hasResyncs: boolean;
  readonly #resyncs: GoldenResyncs;
  readonly #filters = new Map<string, Filter>();
  #index = 0;
  #isRunning = false;
  #store: readonly string[] = [];
  #lastRV = '';
  #storeRV = '';
  /** Number of events and bookmarks that the open watch has sent. */
  #frames = 0;

  /** @param hasResyncs - false if the informer under test makes no resyncs */
  constructor(config: InformerConfig, touch: Touch, hasResyncs = true) {
    this.#config = config;
    this.#touch = touch;
    this.#hasResyncs = hasResyncs;
    this.#resyncs = new GoldenResyncs(config);
  }

  step(step: InformerStep): InformerWant {
    if (step.op === 'addHandler') this.#filters.set(step.handler ?? '', filterOf(step.filter));
    const due = this.#resyncs.step(step, this.#index * stepTime);
    if (step.op === 'start') this.#isRunning = true;
    if (step.op === 'stop') this.#isRunning = false;
    const given = this.#oneMark(step.want);
    const notify = Object.fromEntries(
      [...this.#filters.keys()].flatMap((name) => {
        const batches = this.#batches(step, name, given, due.get(name) ?? 0);
        return batches.length === 0 ? [] : [[name, batches]];
      }),
    );
    const requests = this.#withChecks(step, this.#requests(step));
    this.#countFrames(step);
    const watchErrors = this.#watchErrors(step);
    const storeRV = this.#storeVersion(step);

    this.#index += 1;
    this.#store = given.store;
    this.#lastRV = given.lastRV;
    this.#storeRV = storeRV;
    return { ...given, notify, requests, watchErrors, storeRV };
  }

  /** Changes the expected results: this library runs the transform only once for an object of a streaming list. */
  #oneMark(want: InformerWant): InformerWant {
    const text = JSON.stringify(want);
    const once = text.replaceAll(/'+/g, "'");
    if (once !== text) this.#touch('Q4 the transform of a streamed list runs once');
    return JSON.parse(once) as InformerWant;
  }

  /**
   * Returns the expected calls of one handler, in batches. Replaces the batch of a relist by the calls of this
   * library. If a transform has cleared the resourceVersion, client-go misses some changes. The function adds the
   * calls for these changes.
   */
  #batches(step: InformerStep, name: string, want: InformerWant, due: number): readonly CallBatch[] {
    const batches = want.notify?.[name] ?? [];
    const filter = this.#filters.get(name) ?? (() => true);
    const resyncs = want.store.some(filter) ? due : 0;
    const heads = batches.slice(0, batches.length - resyncs);
    const resynced = batches.slice(heads.length);
    if (resynced.length < resyncs || heads.length > 1)
      throw new Error(`the resyncs of ${name} differ from the computed times`);
    const head = this.#head(step, heads[0], filter, want, this.#isRunning && isRegistered(name, want));
    const tails = this.#hasResyncs ? resynced : [];
    return head === undefined || head.calls.length === 0 ? tails : [head, ...tails];
  }

  #head(
    step: InformerStep,
    head: CallBatch | undefined,
    filter: Filter,
    want: InformerWant,
    isHeard: boolean,
  ): CallBatch | undefined {
    const { transform, resyncSeconds } = this.#config;
    const starved = transform === 'clearRV' && resyncSeconds > 0 && isHeard;
    const changes = step.op === 'events' || step.op === 'reconnect';
    if (!isHeard || (step.op !== 'relist' && !(starved && changes))) return head;

    const resumed = isResumedHere(step);
    if (starved) this.#touch('B135 an update whose version was cleared reaches every handler');
    if (resumed || changes) {
      const calls = callsOfEvents(step.events ?? [], this.#store, (id) => this.#asStored(id), filter);
      return { ordered: true, calls };
    }
    const calls = starved
      ? callsOfList(this.#store, want.store, filter)
      : relistHere(head?.calls ?? [], want.store, transform === 'clearRV', this.#touch);
    return { ordered: false, calls };
  }

  #asStored(id: string): string {
    const { transform } = this.#config;
    if (transform === 'mark') return `${id}'`;
    return transform === 'clearRV' ? id.replace(/@\d+/, '@') : id;
  }

  #requests(step: InformerStep): readonly string[] {
    if (isResumedHere(step)) {
      this.#touch(
        step.cause === 'short'
          ? 'B24 a watch that ended immediately is resumed, and each change is emitted'
          : 'B36 a watch that broke with 500 is resumed, and each change is emitted',
      );
      const again = `WATCH rv=${this.#lastRV}`;
      return step.cause === 'short' ? [again, again] : [again];
    }
    return (step.want.requests ?? []).filter((request) => !this.#isForgotten(step, request)).map(this.#asked);
  }

  #isForgotten({ op }: InformerStep, request: string): boolean {
    const isRefused = this.#config.mode === 'watchlist-rejected' && request.startsWith('WATCHLIST');
    if (!isRefused || op === 'start') return false;
    this.#touch('Q3 the reflector does not request a streamed list again after it was refused');
    return true;
  }

  readonly #asked = (request: string): string => {
    const version = /^LIST rv=(\d*) limit=(?:0|500)$/.exec(request)?.[1];
    if (version === undefined) return request;
    if (version === '0') {
      this.#touch('B1 the first list requests the most recent state');
      return 'LIST rv= limit=500';
    }
    this.#touch('B9 a relist comes in pages too');
    return `LIST rv=${version} limit=500${version === '' ? '' : ' match=NotOlderThan'}`;
  };

  /**
   * Adds expected requests: if a watch has ended without an event or bookmark, this library reads the server's current
   * resourceVersion before it resumes the watch.
   */
  #withChecks({ op, cause }: InformerStep, requests: readonly string[]): readonly string[] {
    if (requests.length === 0 || (op !== 'reconnect' && op !== 'relist')) return requests;
    const isFailed = cause === 'error';
    const isEmpty = cause !== 'gone' && this.#frames === 0;
    const [first = '', ...others] = requests;
    const checked = [
      ...(isFailed || isEmpty ? [check, first] : [first]),
      ...others.flatMap((request) => (cause === 'short' ? [check, request] : [request])),
    ];
    if (checked.length > requests.length)
      this.#touch('Q25 the server’s version is checked before a watch is resumed');
    return checked;
  }

  #countFrames(step: InformerStep): void {
    const { op, events = [] } = step;
    if (op === 'events') this.#frames += events.length;
    if (op === 'reconnect' || isResumedHere(step)) this.#frames = events.length;
    else if (op === 'relist' || op === 'start') this.#frames = 0;
  }

  /**
   * Returns the expected watch errors: the errors that client-go passed to its handler, and the failures that only
   * this library passes to its handler.
   */
  #watchErrors(step: InformerStep): readonly string[] {
    const { op, cause, listGone, want } = step;
    const given = want.watchErrors ?? [];
    const isRefused = op === 'start' && this.#config.mode === 'watchlist-rejected';
    const failures = [
      ...(isRefused ? ['Invalid'] : []),
      ...given,
      ...(op === 'relist' ? (unheard[cause ?? 'gone'] ?? []) : []),
      ...(op === 'relist' && listGone === true && !isResumedHere(step) ? ['Expired'] : []),
    ];
    if (failures.length > given.length) this.#touch('Q5 the watch error handler is called for every failure');
    return failures;
  }

  /**
   * Returns the expected resourceVersion of the store. If a transform has cleared the resourceVersion of an object,
   * this library's store keeps its previous resourceVersion.
   */
  #storeVersion(step: InformerStep): string {
    const { storeRV } = step.want;
    if (this.#config.transform !== 'clearRV') return storeRV;
    const none = (step.events ?? []).length === 0;
    const written = isResumedHere(step) ? '' : storeRV;
    const isListed = step.op === 'start' || (step.op === 'relist' && !isResumedHere(step));
    const version = none && !isListed ? this.#storeRV : written;
    if (version !== storeRV)
      this.#touch('B124 a version that the transform cleared does not become the version of the store');
    return version;
  }
}

/** The request that reads the server's current resourceVersion: a list of one object. */
const check = 'LIST rv= limit=1';

/**
 * The watch failures that client-go does not pass to its error handler. The key is the `cause` in the recorded step.
 */
const unheard: Readonly<Partial<Record<NonNullable<InformerStep['cause']>, readonly string[]>>> = {
  gone: ['Expired'],
  'gone-in-stream': ['Expired'],
  error: ['InternalError'],
  short: ['other'],
};

function isRegistered(name: string, { handlersSynced }: InformerWant): boolean {
  return handlersSynced !== undefined && Object.hasOwn(handlersSynced, name);
}

/**
 * Returns the expected calls for a relist: this library makes no calls for unchanged objects. A new uid causes a
 * delete and an add.
 */
function relistHere(
  calls: readonly Call[],
  after: readonly string[],
  isCleared: boolean,
  touch: Touch,
): readonly Call[] {
  const uids = new Map(after.map((id) => [keyIn(id), uidIn(id)]));
  const mapped = calls.flatMap((call): readonly Call[] => {
    const [verb, first, second] = call as readonly [string, string, unknown];
    const key = keyIn(first);
    if (verb === 'update' && uidIn(first) !== uidIn(second as string)) {
      touch(anotherUid);
      return [
        ['delete', first, key],
        ['add', second, false],
      ];
    }
    if (verb === 'update' && first === second && !isCleared) {
      touch('Q10 a relist emits nothing for unchanged objects');
      return [];
    }
    if (verb === 'delete' && second === undefined && uids.has(key) && uids.get(key) !== uidIn(first)) {
      touch(anotherUid);
      return [['delete', first, key]];
    }
    return [call];
  });
  return sortedCalls(mapped);
}

const anotherUid = 'Q20 another uid under a key is a delete and an add';
