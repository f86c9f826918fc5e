import {
  concat,
  defer,
  finalize,
  from,
  mergeMap,
  NEVER,
  type Observable,
  of,
  Subject,
  take,
  takeUntil,
  throwError,
  timer,
} from 'rxjs';
import { ConnectionError, type FailureClass, type KubeRequest, StatusError } from 'rx-informer';
import type { Collection, Entry, SoakPod } from './collection.ts';
import type { Ledger } from './ledger.ts';

const encoder = new TextEncoder();
const bytes = (value: unknown): Uint8Array => encoder.encode(`${JSON.stringify(value)}\n`);
const latency = 20;
const pageSize = 500;

/**
 * A test API server in virtual time, with one collection and one client. Its responses are bytes, as a transport emits
 * them.
 */
export class SoakServer {
  /** Number of failures that the server has sent to the client, by class. */
  readonly failures = new Map<FailureClass, number>();
  /** Number of open requests. */
  open = 0;
  watches = 0;
  lists = 0;
  token = 'token-0';
  isDown = false;
  streamsLists = true;
  readonly #written = new Subject<readonly Entry[]>();
  readonly #cut = new Subject<void>();
  readonly #lists = new Map<string, readonly SoakPod[]>();
  readonly #collection: Collection;
  readonly #ledger: Ledger;

  constructor(collection: Collection, ledger: Ledger) {
    this.#collection = collection;
    this.#ledger = ledger;
  }

  /** Makes `count` changes at once. Each open watch gets them in one chunk. */
  change(count: number): void {
    this.#written.next(Array.from({ length: count }, () => this.#collection.change()));
  }

  /** Resets the open requests. A watch is reset in the middle of an event. */
  cut(): void {
    this.#cut.next();
  }

  /** Answers a request. The request must contain the current token of the server, which can change at any time. */
  answer({ query = {} }: KubeRequest, token: string): Observable<Uint8Array> {
    return defer(() => {
      this.open++;
      return timer(latency).pipe(
        mergeMap(() => {
          if (this.isDown) return this.#fail(new ConnectionError('refused', { answered: false }));
          if (token !== this.token) return this.#fail(new StatusError({ code: 401, reason: 'Unauthorized' }));
          if (query['watch'] === undefined) return this.#list(query);
          return query['sendInitialEvents'] === 'true' ? this.#stream(query) : this.#watch(query);
        }),
        finalize(() => this.open--),
      );
    });
  }

  #fail(error: ConnectionError | StatusError): Observable<never> {
    this.#count(error.failure);
    return throwError(() => error);
  }

  #count(failure: FailureClass): void {
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  #list({ continue: token }: NonNullable<KubeRequest['query']>): Observable<Uint8Array> {
    this.lists++;
    const version = token?.split(':')[0] ?? String(this.#collection.version);
    const at = Number(token?.split(':')[1] ?? 0);
    // All pages of a list show the objects that existed at the request of the first page, even if the client requests
    // the other pages later.
    if (at === 0) this.#lists.clear();
    const objects = this.#lists.get(version) ?? [...this.#collection.live.values()];
    this.#lists.set(version, objects);
    const rest = at + pageSize < objects.length ? { continue: `${version}:${at + pageSize}` } : {};
    if (!('continue' in rest)) this.#ledger.listed(objects);
    const items = objects.slice(at, at + pageSize);
    return of(bytes({ kind: 'PodList', metadata: { resourceVersion: version, ...rest }, items }));
  }

  #stream(query: NonNullable<KubeRequest['query']>): Observable<Uint8Array> {
    // Answers like a server without streaming lists. The client then requests no further streaming list.
    if (!this.streamsLists) {
      this.#count('unsupported');
      return throwError(() => new StatusError({ code: 422, reason: 'Invalid' }));
    }
    this.lists++;
    const objects = [...this.#collection.live.values()];
    const first = objects.map((object) => bytes({ type: 'ADDED', object }));
    const end = bookmark(this.#collection.version, { 'k8s.io/initial-events-end': 'true' });
    this.#ledger.listed(objects);
    return concat(from([...first, end]), this.#live(query));
  }

  #watch(query: NonNullable<KubeRequest['query']>): Observable<Uint8Array> {
    const since = Number(query['resourceVersion'] ?? 0);
    if (since < this.#collection.oldest) {
      const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
      this.#count('expired');
      // Sends the error alternately as an HTTP status and as an ERROR event.
      if (this.watches++ % 2 === 0) return throwError(() => new StatusError(expired));
      return of(bytes({ type: 'ERROR', object: expired }));
    }
    return concat(from(this.#frames(this.#collection.since(since))), this.#live(query));
  }

  /** Emits all further events, until the timeout that the client has requested. */
  #live({ timeoutSeconds }: NonNullable<KubeRequest['query']>): Observable<Uint8Array> {
    return defer(() => {
      this.watches++;
      const broken$ = this.#cut.pipe(
        take(1),
        mergeMap(() => concat(of(encoder.encode('{"type":"MODI')), this.#fail(new ConnectionError('reset')))),
      );
      const events$ = this.#written.pipe(mergeMap((entries) => this.#frames(entries)));
      const bookmarks$ = timer(60_000, 60_000).pipe(mergeMap(() => of(bookmark(this.#collection.version))));
      return from([events$, bookmarks$, broken$, NEVER]).pipe(
        mergeMap((part$) => part$),
        takeUntil(timer(Number(timeoutSeconds) * 1_000)),
      );
    });
  }

  /** Returns the events in one chunk, or in two chunks that split an event in the middle. */
  #frames(entries: readonly Entry[]): readonly Uint8Array[] {
    entries.forEach((entry) => this.#ledger.sent(entry));
    const chunk = encoder.encode(
      entries.map(({ type, object }) => `${JSON.stringify({ type, object })}\n`).join(''),
    );
    if ((entries[0]?.version ?? 0) % 5 > 0) return [chunk];
    const half = Math.floor(chunk.length / 2);
    return [chunk.subarray(0, half), chunk.subarray(half)];
  }
}

const bookmark = (version: number, annotations: object = {}): Uint8Array =>
  bytes({
    type: 'BOOKMARK',
    object: { kind: 'Pod', metadata: { resourceVersion: String(version), annotations } },
  });
