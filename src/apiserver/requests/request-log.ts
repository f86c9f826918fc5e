import { copyOf } from '../copy-of.ts';
import type { ApiRequest } from '../http/request.ts';
import type { RequestFacts } from './request-facts.ts';

/**
 * A request that the server has had, to assert on. Headers and bodies are not kept: they may hold secrets.
 *
 * @example
 * ```ts
 * const { requests } = createApiServer();
 * const lists = requests.filter(({ verb, resource }) => verb === 'list' && resource === 'pods');
 * expect(lists.map(({ status, query }) => [status, query['limit']])).toEqual([]);
 * ```
 */
export interface ApiRequestRecord extends RequestFacts {
  readonly method: string;
  /** At most 2,048 characters, as each other text of the record has. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of the answer; absent as long as there is none. */
  readonly status?: number;
  /** Ms since 1970, on the server's clock. */
  readonly started: number;
  /** When the last byte was made, or the client went; absent while it is under way. */
  readonly ended?: number;
  /** Frames of a watch that were sent, bookmarks too. */
  readonly events: number;
  /** The types of the faults that met it. */
  readonly faults: readonly string[];
}

/** A record that is still written on. */
export type OpenRecord = { -readonly [Name in keyof ApiRequestRecord]: ApiRequestRecord[Name] };

/** The last requests, oldest first. */
export class RequestLog {
  #records: OpenRecord[] = [];

  get all(): readonly ApiRequestRecord[] {
    return this.#records.slice(-kept);
  }

  begin({ method, path, query }: ApiRequest, facts: RequestFacts, now: number): OpenRecord {
    const record: OpenRecord = {
      ...cutFacts(facts),
      method: cut(method),
      path: cut(path),
      query: Object.fromEntries(
        [...query].slice(0, mostParameters).map(([name, value]) => [cut(name), cut(value)]),
      ),
      started: now,
      events: 0,
      faults: [],
    };
    this.#records.push(record);
    if (this.#records.length > 2 * kept) this.#records = this.#records.slice(-kept);
    return record;
  }

  clear(): void {
    this.#records = [];
  }
}

const cutFacts = ({ user, ...facts }: RequestFacts): RequestFacts => ({
  verb: cut(facts.verb),
  group: cut(facts.group),
  resource: cut(facts.resource),
  subresource: cut(facts.subresource),
  namespace: cut(facts.namespace),
  name: cut(facts.name),
  ...(user === undefined ? {} : { user: cut(user) }),
});

/** A URL may have 512 KiB, and ten thousand requests are kept. A short text is copied too: it may be a part of a long URL. */
const cut = (text: string): string =>
  copyOf(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
const longestText = 2_048;
const mostParameters = 20;

/** A server that runs for days keeps no more of them. */
const kept = 10_000;
