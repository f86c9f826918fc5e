import { concat, defer, EMPTY, from, type Observable, of, Subject, throwError } from 'rxjs';
import { compareResourceVersions, keyOf, type KubeObject, StatusError } from '../../src/objects/index.ts';
import { listQuery, type Query, watchQuery } from '../../src/source/list-watch-query.ts';
import type { ListerWatcher, ListOptions, WatchEvent, WatchOptions } from '../../src/source/index.ts';
import type { InformerConfig, InformerStep, ServerEvent } from './informer-case.ts';
import { isResumedHere } from './informer-case.ts';
import { parseObject } from './objects.ts';

type Event = WatchEvent<KubeObject>;

/** A simulated API server that follows the steps of a recorded test case. */
export class GoldenServer implements ListerWatcher<KubeObject> {
  readonly #mode: InformerConfig['mode'];
  readonly #objects = new Map<string, KubeObject>();
  readonly #history: Extract<Event, { readonly object: KubeObject }>[] = [];
  #rv: string;
  #compacted: string;
  #live = new Subject<Event>();
  #requests: string[] = [];
  #listGone = false;
  #nextWatch: 'open' | 'short' | 'gone' = 'open';

  constructor({ mode, rv, objects }: InformerConfig) {
    this.#mode = mode;
    this.#rv = this.#compacted = rv;
    for (const object of objects.map(parseObject)) this.#objects.set(keyOf(object), object);
  }

  /** Returns the requests that the server has received since the last call of this function. */
  takeRequests(): readonly string[] {
    return this.#requests.splice(0);
  }

  list(options: ListOptions = {}): ReturnType<ListerWatcher<KubeObject>['list']> {
    const { resourceVersion = '' } = options;
    return defer(() => {
      this.#requests.push(lineOf('LIST', listQuery(options)));
      if (this.#isRefused(resourceVersion)) return throwError(gone);
      return of({ items: this.#state(), resourceVersion: this.#rv });
    });
  }

  watch(options: WatchOptions = {}): Observable<Event> {
    const { resourceVersion = '', sendInitialEvents = false } = options;
    return defer((): Observable<Event> => {
      this.#requests.push(lineOf(sendInitialEvents ? 'WATCHLIST' : 'WATCH', watchQuery(options)));
      if (sendInitialEvents) return this.#stream(resourceVersion);
      const meets = this.#nextWatch;
      this.#nextWatch = 'open';
      if (meets === 'short') return EMPTY;
      if (meets === 'gone' || isOlder(resourceVersion, this.#compacted)) return throwError(gone);
      const missed = this.#history.filter(({ object }) =>
        isOlder(resourceVersion, object.metadata.resourceVersion),
      );
      return concat(from(missed), this.#live);
    });
  }

  /** Makes the changes and faults of a step. */
  step(step: InformerStep): void {
    if (step.op !== 'events' && step.op !== 'reconnect' && step.op !== 'relist') return;
    for (const event of step.events ?? []) this.#change(event, step.op === 'events');
    // In some steps, client-go relists, but this library resumes the watch. The server then gets no list that
    // it could refuse.
    if (step.listGone === true && !isResumedHere(step)) this.#listGone = true;
    this.#rv = step.serverRV ?? this.#rv;
    if (step.op === 'reconnect') this.#end();
    if (step.op === 'relist') this.#fault(step.cause);
  }

  #fault(cause: InformerStep['cause']): void {
    if (cause === 'gone-at-watch') this.#compacted = this.#rv;
    if (cause === 'gone-in-stream') this.#nextWatch = 'gone';
    if (cause === 'short') this.#nextWatch = 'short';
    if (cause === 'gone') this.#end(gone());
    else if (cause === 'error')
      this.#end(new StatusError({ code: 500, reason: 'InternalError', message: 'injected' }));
    else this.#end();
  }

  #change([type, what]: ServerEvent, isLive: boolean): void {
    if (type === 'BOOKMARK') {
      this.#rv = what;
      this.#live.next({ type, resourceVersion: what });
      return;
    }
    const object = parseObject(what);
    this.#rv = object.metadata.resourceVersion;
    if (type === 'DELETED') this.#objects.delete(keyOf(object));
    else this.#objects.set(keyOf(object), object);
    this.#history.push({ type, object });
    if (isLive) this.#live.next({ type, object });
  }

  #end(error?: StatusError): void {
    const ended = this.#live;
    this.#live = new Subject();
    if (error === undefined) ended.complete();
    else ended.error(error);
  }

  #stream(resourceVersion: string): Observable<Event> {
    if (this.#mode === 'watchlist-rejected') {
      return throwError(
        () => new StatusError({ code: 422, reason: 'Invalid', message: 'sendInitialEvents' }),
      );
    }
    if (this.#isRefused(resourceVersion)) return throwError(gone);
    const state = this.#state().map((object): Event => ({ type: 'ADDED', object }));
    const end: Event = { type: 'BOOKMARK', resourceVersion: this.#rv, initialEventsEnd: true };
    return concat(from([...state, end]), this.#live);
  }

  #state(): KubeObject[] {
    return [...this.#objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  #isRefused(resourceVersion: string): boolean {
    const refused = this.#listGone && resourceVersion !== '' && resourceVersion !== '0';
    if (refused) this.#listGone = false;
    return refused;
  }
}

const gone = (): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' });

const isOlder = (a: string, b: string): boolean => (compareResourceVersions(a, b) ?? 0) < 0;

/** Writes a request as in the recorded results. The input is the query that `listWatch` sends. */
function lineOf(verb: 'LIST' | 'WATCH' | 'WATCHLIST', query: Query): string {
  const { resourceVersion = '', limit = '0', resourceVersionMatch } = query;
  return [
    `${verb} rv=${resourceVersion}`,
    ...(verb === 'LIST' ? [`limit=${limit}`] : []),
    ...(resourceVersionMatch === undefined ? [] : [`match=${resourceVersionMatch}`]),
  ].join(' ');
}
