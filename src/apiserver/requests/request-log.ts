import { copyOf } from '../../objects/index.ts';
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

/** The last requests, oldest first: as many as {@link kept} and {@link mostCharacters} allow. */
export class RequestLog {
  #entries: Entry[] = [];
  #characters = 0;

  get all(): readonly ApiRequestRecord[] {
    return this.#last().map(({ record }) => record);
  }

  begin({ method, path, query }: ApiRequest, facts: RequestFacts, now: number): OpenRecord {
    const parameters = [...query]
      .slice(0, mostParameters)
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

  /** Twice as many stay until they are thrown away together. */
  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#characters += entry.characters;
    if (this.#entries.length <= 2 * kept && this.#characters <= 2 * mostCharacters) return;
    this.#entries = this.#last();
    this.#characters = charactersOf(this.#entries);
  }

  #last(): Entry[] {
    const last = this.#entries.slice(-kept);
    let characters = charactersOf(last);
    const from = last.findIndex((entry) => {
      if (characters <= mostCharacters) return true;
      characters -= entry.characters;
      return false;
    });
    return last.slice(Math.max(0, from));
  }
}

interface Entry {
  readonly record: OpenRecord;
  /** In the texts of the record. */
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

/** A URL may have 512 KiB, and ten thousand requests are kept. A short text is copied too: it may be a part of a long URL. */
const cut = (text: string): string =>
  copyOf(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
const longestText = 2_048;
const mostParameters = 20;

/** A server that runs for days keeps no more of them. */
const kept = 10_000;

/** One record may have 84,000 of them. */
const mostCharacters = 16 * 1_048_576;
