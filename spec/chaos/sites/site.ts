import type { Random } from '../support/random.ts';

/** A server under chaos, and what can be done to it beside what a network does. */
export interface Site {
  /** `http://127.0.0.1:…`, past the proxies. */
  readonly server: string;
  /** Of who writes and lists; it stays good. */
  readonly adminToken: string;
  readonly caFile?: string;
  /** Of each watcher, now. */
  readonly tokens: () => readonly string[];
  /** What can be done to it. */
  readonly deeds: readonly Deed[];
  /** Makes new tokens, and the old ones bad; resolves when the server refuses them. */
  readonly rotate: () => Promise<void>;
  /** Takes back what is still in force. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** One thing to do to a server. */
export interface Deed {
  readonly name: string;
  /** Says what it did, in a word or two more; parameters come from the plan. */
  readonly run: (random: Random) => Promise<string>;
}
