import { asyncScheduler, type Subscriber } from 'rxjs';
import type { KubeError, KubeObject, WatchEvent } from 'rx-informer';
import { Link } from './link.ts';
import { errorOf, expired } from './refusals.ts';
import type { RequestFacts } from './request-facts.ts';
import type { StreamFault } from './step.ts';
import { type Event, objectOf, type State, type VirtualServer } from './virtual-server.ts';

/** An open watch, as the virtual server keeps it. */
export class WatchLine {
  readonly #link: Link<WatchEvent<KubeObject>>;
  readonly #facts: RequestFacts;
  readonly #server: VirtualServer;

  constructor(
    to: Subscriber<WatchEvent<KubeObject>>,
    latency: number,
    facts: RequestFacts,
    server: VirtualServer,
  ) {
    this.#link = new Link(to, latency);
    this.#facts = facts;
    this.#server = server;
  }

  end(error?: KubeError): void {
    this.#link.end(error, () => {
      if (error !== undefined) this.#facts.error = error;
    });
  }

  /** Sends the objects of a streaming list as ADDED events. */
  sendObjects(states: readonly State[]): void {
    for (const state of states) this.#link.send({ type: 'ADDED', object: objectOf(state) });
  }

  /** Sends the bookmark that ends a streaming list. */
  sendEndOfList(version: number, onArrival: () => void): void {
    this.#link.send({ type: 'BOOKMARK', resourceVersion: `${version}`, initialEventsEnd: true }, () => {
      this.#facts.syncedAt = asyncScheduler.now();
      this.#facts.seen = `${version}`;
      onArrival();
    });
  }

  /**
   * Sends all events after a version, and later also each new event.
   *
   * @returns a function that ends the events
   */
  follow(from: number): () => void {
    let seen = from;
    const news = (event: Event): void => {
      if (event.state.version <= seen) return;
      seen = event.state.version;
      this.#send(event);
    };
    for (const event of this.#server.log) news(event);
    this.#server.live.add(news);
    return () => this.#server.live.delete(news);
  }

  applyFault(fault: StreamFault): void {
    const { version, log } = this.#server;
    switch (fault) {
      case 'close': {
        this.end();
        return;
      }
      case 'reset': {
        this.end(errorOf('reset'));
        return;
      }
      case 'expire': {
        this.end(expired(true));
        return;
      }
      case 'server error': {
        this.end(errorOf('server error'));
        return;
      }
      case 'go silent': {
        this.#link.silence();
        return;
      }
      case 'bookmark': {
        this.#bookmark(`${version}`);
        return;
      }
      case 'repeat': {
        this.#repeat(log.at(-1));
        return;
      }
      case 'repeat older':
        this.#repeat(this.#olderOfSomethingAlive());
        // The bookmark restores the newest version. Otherwise the reflector would resume the watch from the version of
        // its last event, even if that version is lower (B22).
        {
          this.#bookmark(`${version}`);
          return;
        }
    }
  }

  #bookmark(version: string): void {
    this.#link.send({ type: 'BOOKMARK', resourceVersion: version }, () => this.#count(version));
  }

  #send({ type, state }: Event): void {
    this.#link.send({ type, object: objectOf(state) }, () => this.#count(`${state.version}`));
  }

  #count(version: string): void {
    this.#facts.frames++;
    this.#facts.seen = version;
  }

  /** Sends an old event again. This watch, or the list before this watch, has already contained the event. */
  #repeat(event: Event | undefined): void {
    if (event !== undefined) this.#send(event);
  }

  #olderOfSomethingAlive(): Event | undefined {
    const uids = new Set(this.#server.objects.map(({ uid }) => uid));
    return this.#server.log.filter(({ state }) => uids.has(state.uid)).at(-2);
  }
}
