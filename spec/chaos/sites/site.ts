import type { Random } from '../support/random.ts';

/** The API server of a chaos test, and the faults that this server can have. */
export interface Site {
  /** The address of the server without a proxy: `http://127.0.0.1:…`. */
  readonly server: string;
  /** The token with which the test itself writes and lists. This token stays valid. */
  readonly adminToken: string;
  readonly caFile?: string;
  /** Returns the current token of each client. */
  readonly tokens: () => readonly string[];
  /** The faults that the test can cause on the server itself. */
  readonly serverFaults: readonly PlannedFault[];
  /** Makes new tokens, and revokes the old tokens. Resolves when the server refuses the old tokens. */
  readonly rotate: () => Promise<void>;
  /** Ends all faults of the server. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** A client of a chaos test. Each client has its own token. */
export interface SiteClient {
  /**
   * Whether the client notices an idle watch soon. If the client needs minutes, the test never makes the client's
   * watches idle.
   */
  readonly noticesSilence: boolean;
}

/** One fault of the API server in a chaos test. */
export interface PlannedFault {
  readonly name: string;
  /** Applies the fault with random parameters. Resolves with a short description. */
  readonly run: (random: Random) => Promise<string>;
}
