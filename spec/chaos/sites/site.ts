import type { Random } from '../support/random.ts';

/** A server under chaos, and the faults of the server itself. */
export interface Site {
  /** The address without a proxy: `http://127.0.0.1:…`. */
  readonly server: string;
  /** The token for writes and lists of the harness. It stays valid. */
  readonly adminToken: string;
  readonly caFile?: string;
  /** Returns the current token of each watcher. */
  readonly tokens: () => readonly string[];
  /** The faults that the server can have. */
  readonly serverFaults: readonly PlannedFault[];
  /** Makes new tokens, and revokes the old ones. Resolves once the server refuses the old ones. */
  readonly rotate: () => Promise<void>;
  /** Ends the faults that are still in force. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** One fault of a server. */
export interface PlannedFault {
  readonly name: string;
  /** Applies the fault, with parameters from `random`. Resolves with a short description. */
  readonly run: (random: Random) => Promise<string>;
}
