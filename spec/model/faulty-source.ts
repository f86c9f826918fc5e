import { asyncScheduler, EMPTY, expand, map, Observable, type Subscriber } from 'rxjs';
import type { KubeObject, ListerWatcher, ListOptions, ListPage, WatchEvent, WatchOptions } from 'rx-informer';
import { Link } from './link.ts';
import { errorOf, expired } from './refusals.ts';
import type { RequestFacts } from './request-facts.ts';
import type { Refusal, Setting, StreamFault } from './step.ts';
import { objectOf, type VirtualServer } from './virtual-server.ts';
import { WatchLine } from './watch-line.ts';

/** A page of a list, with the token for the next page. */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  readonly next: PageToken | undefined;
}

/** The state of a list between two pages: the version of the list and the next object. */
export interface PageToken {
  readonly version: number;
  readonly offset: number;
  readonly nth: number;
  readonly refusal: Refusal | undefined;
  readonly facts: RequestFacts;
}

/** A source that is connected to the virtual server. The source adds the faults of the test to each request. */
export class FaultySource implements ListerWatcher<KubeObject> {
  /** Number of requests that are open now. */
  open = 0;
  /** Number of lists that were read completely. */
  lists = 0;
  /** The faults of the next requests, one fault for each request. */
  refusals: Refusal[] = [];
  /** Number of versions by which the answering replica is behind the newest version. */
  lag: number;
  readonly #server: VirtualServer;
  readonly #setting: Setting;
  readonly #onRequest: (facts: RequestFacts) => void;
  readonly #watches = new Set<WatchLine>();

  constructor(server: VirtualServer, setting: Setting, onRequest: (facts: RequestFacts) => void) {
    this.#server = server;
    this.#setting = setting;
    this.#onRequest = onRequest;
    this.lag = setting.lag;
  }

  list(options: ListOptions = {}): Observable<ListPage<KubeObject>> {
    return this.page(options).pipe(
      expand(({ next }) => (next === undefined ? EMPTY : this.page(options, next))),
      map(({ items, resourceVersion }) => ({ items, resourceVersion })),
    );
  }

  /** Requests one page of a list. Without a token, the page is the first page. */
  page({ resourceVersion = '', limit = 0 }: ListOptions, token?: PageToken): Observable<Page> {
    return this.#request((to) => {
      const link = new Link<Page>(to, this.#setting.latency);
      const { version, offset, nth, refusal, facts } = token ?? this.#beginList(resourceVersion, limit);
      const states = this.#server.at(version);
      const until = limit === 0 ? states.length : offset + limit;
      const isLast = until >= states.length;
      // A list with the fault `completes` ends before its last page. If the list ended after its last page, the list
      // would look complete.
      if (refusal !== undefined && (nth >= refusal.after || isLast || refusal.kind === 'completes')) {
        if (refusal.kind === 'hangs') return;
        const error = errorOf(refusal.kind);
        // The reflector reads only the first page of a check (a list of one object that reads the server's version).
        const isUnread = facts.kind === 'check' && nth > 0;
        if (error !== undefined && !isUnread) facts.error = error;
        link.end(error);
        return;
      }
      const next = isLast ? undefined : { version, offset: until, nth: nth + 1, refusal, facts };
      const items = states.slice(offset, until).map(objectOf);
      link.send({ items, resourceVersion: `${version}`, next });
      link.end(undefined, () => {
        if (!isLast || facts.kind === 'check') return;
        this.lists++;
        facts.seen = `${version}`;
      });
    });
  }

  watch(options: WatchOptions = {}): Observable<WatchEvent<KubeObject>> {
    const { resourceVersion = '', sendInitialEvents = false, timeoutSeconds = 3_600 } = options;
    return this.#request((to) => {
      const facts = this.#begin(sendInitialEvents ? 'stream' : 'watch', resourceVersion);
      to.add(() => (facts.isOver = true));
      const line = new WatchLine(to, this.#setting.latency, facts, this.#server);
      const refusal = this.#refusal(facts.kind);
      const refuse = ({ kind }: Refusal): void => {
        if (kind !== 'hangs') line.end(errorOf(kind));
      };
      const version = sendInitialEvents ? this.#served(resourceVersion) : Number(resourceVersion);
      if (sendInitialEvents) line.sendObjects(this.#server.at(version).slice(0, refusal?.after));
      if (refusal !== undefined) {
        refuse(refusal);
        return;
      }
      if (sendInitialEvents) line.sendEndOfList(version, () => this.lists++);
      else if (version < this.#server.forgotten) {
        line.end(expired(this.#setting.expiresInStream));
        return;
      }
      if (to.closed) return;
      to.add(asyncScheduler.schedule(() => line.end(), timeoutSeconds * 1_000));
      to.add(line.follow(version));
      this.#watches.add(line);
      to.add(() => this.#watches.delete(line));
    });
  }

  /** Applies a fault to all open watches. */
  fault(fault: StreamFault): void {
    for (const line of [...this.#watches]) line.applyFault(fault);
  }

  #request<V>(serve: (to: Subscriber<V>) => void): Observable<V> {
    return new Observable<V>((to) => {
      this.open++;
      to.add(() => this.open--);
      serve(to);
    });
  }

  #beginList(resourceVersion: string, limit: number): PageToken {
    const kind = limit === 1 ? 'check' : 'list';
    const facts = this.#begin(kind, resourceVersion);
    const version = this.#served(resourceVersion);
    return { version, offset: 0, nth: 0, refusal: this.#refusal(kind), facts };
  }

  #refusal(kind: RequestFacts['kind']): Refusal | undefined {
    const refusal = this.refusals.shift();
    return refusal?.kind === 'no streaming' && kind !== 'stream' ? undefined : refusal;
  }

  /**
   * Returns the version at which the server answers a request. A replica may be behind the newest version, but not
   * behind the requested version. A request without a version is answered at the newest version.
   */
  #served(resourceVersion: string): number {
    const { version } = this.#server;
    return resourceVersion === '' ? version : Math.max(Number(resourceVersion), version - this.lag);
  }

  #begin(kind: RequestFacts['kind'], resourceVersion: string): RequestFacts {
    const facts: RequestFacts = { kind, resourceVersion, at: asyncScheduler.now(), frames: 0 };
    this.#onRequest(facts);
    return facts;
  }
}
