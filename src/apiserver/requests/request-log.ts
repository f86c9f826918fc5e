import { copyOf } from '../../objects/index.ts';
import type { ApiRequest } from '../http/request.ts';
import type { RequestFacts } from './request-facts.ts';

/**
 * A request that the server has received. Tests can check these records. A record contains no headers and no bodies,
 * because headers and bodies may contain secrets.
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
  /** The path of the request. The server shortens each text in a record to 2,048 characters. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The HTTP status code of the response. Absent until the server has created the response. */
  readonly status?: number;
  /** The time at which the request started, in ms since 1970. The time comes from the clock of the server. */
  readonly started: number;
  /**
   * The time at which the server created the last byte of the response or the client disconnected, in ms since 1970.
   * Absent while the request is running.
   */
  readonly ended?: number;
  /** The number of events that a watch has sent, including bookmarks. */
  readonly events: number;
  /** The types of the injected faults that the server applied to the request. */
  readonly faults: readonly string[];
}

/** The writable record of a request that is still running. */
export type OpenRecord = { -readonly [Name in keyof ApiRequestRecord]: ApiRequestRecord[Name] };

/**
 * The most recent requests, oldest first. The limits are {@link kept} requests and {@link maxCharacters} characters.
 */
export class RequestLog {
  #entries: Entry[] = [];
  #characters = 0;

  get all(): readonly ApiRequestRecord[] {
    return this.#last().map(({ record }) => record);
  }

  begin({ method, path, query }: ApiRequest, facts: RequestFacts, now: number): OpenRecord {
    const parameters = [...query]
      .slice(0, maxParameters)
      .map(([name, value]) => [cut(name), cut(value)] as const);
    const texts = { ...cutFacts(facts), method: cut(method), path: cut(path) };
    const record: OpenRecord = {
      ...texts,
      query: Object.fromEntries(parameters),
      started: now,
      events: 0,
      faults: [],
    };
    const characters = [...Object.values(texts), ...parameters.flat()].reduce(
      (sum, text) => sum + text.length,
      0,
    );
    this.#add({ record, characters });
    return record;
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }

  /**
   * Adds an entry to the log. Old entries are removed only when the log has twice the allowed size, so that most calls
   * copy no array.
   */
  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#characters += entry.characters;
    if (this.#entries.length <= 2 * kept && this.#characters <= 2 * maxCharacters) return;
    this.#entries = this.#last();
    this.#characters = charactersOf(this.#entries);
  }

  #last(): Entry[] {
    const last = this.#entries.slice(-kept);
    let characters = charactersOf(last);
    const from = last.findIndex((entry) => {
      if (characters <= maxCharacters) return true;
      characters -= entry.characters;
      return false;
    });
    return last.slice(Math.max(0, from));
  }
}

interface Entry {
  readonly record: OpenRecord;
  /** The number of characters in all texts of the request record. */
  readonly characters: number;
}

const charactersOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { characters }) => sum + characters, 0);

const cutFacts = ({ user, ...facts }: RequestFacts): RequestFacts => ({
  verb: cut(facts.verb),
  group: cut(facts.group),
  resource: cut(facts.resource),
  subresource: cut(facts.subresource),
  namespace: cut(facts.namespace),
  name: cut(facts.name),
  ...(user === undefined ? {} : { user: cut(user) }),
});

/**
 * Shortens a text for the log, because a URL may have 512 KiB and the log stores 10,000 requests. A short text is
 * copied too, because a substring of a URL would keep the whole URL in memory.
 */
const cut = (text: string): string =>
  copyOf(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
const longestText = 2_048;
const maxParameters = 20;

/** The maximum number of requests in the request log. The limit exists because a server may run for days. */
const kept = 10_000;

/** The maximum number of characters in the request log. The record of one request may have 84,000 characters. */
const maxCharacters = 16 * 1_048_576;
