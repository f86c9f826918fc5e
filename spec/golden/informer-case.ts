import type { Call } from './calls.ts';

/** A test case of `informer.json`. The README of this folder explains the fields. */
export interface InformerCase {
  readonly config: InformerConfig;
  readonly steps: readonly InformerStep[];
}

export interface InformerConfig {
  readonly mode: 'list' | 'watchlist' | 'watchlist-rejected';
  readonly resyncSeconds: number;
  readonly transform?: 'mark' | 'clearRV';
  readonly rv: string;
  readonly objects: readonly string[];
}

/** A change on the server, or a bookmark. The second member is the object, or the resourceVersion of the bookmark. */
export type ServerEvent = readonly [type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', what: string];

export interface InformerStep {
  readonly op:
    | 'addHandler'
    | 'removeHandler'
    | 'start'
    | 'stop'
    | 'wait'
    | 'pause'
    | 'resume'
    | 'events'
    | 'reconnect'
    | 'relist';
  readonly handler?: string;
  readonly resyncSeconds?: number;
  readonly filter?: string;
  readonly cause?: 'gone' | 'error' | 'gone-at-watch' | 'gone-in-stream' | 'short';
  readonly listGone?: boolean;
  readonly events?: readonly ServerEvent[];
  readonly serverRV?: string;
  readonly want: InformerWant;
}

/** The calls of one handler at one point in virtual time. */
export interface CallBatch {
  readonly ordered: boolean;
  readonly calls: readonly Call[];
}

export interface InformerWant {
  readonly requests?: readonly string[];
  readonly watchErrors?: readonly string[];
  readonly notify?: Readonly<Record<string, readonly CallBatch[]>>;
  readonly store: readonly string[];
  readonly storeRV: string;
  readonly lastRV: string;
  readonly handlersSynced?: Readonly<Record<string, boolean>>;
  readonly [field: string]: unknown;
}

/** The virtual time that passes after each step, in ms. */
export const stepTime = 153_000;

/** Whether client-go relists after this step, but this library resumes its watch. */
export function isResumedHere({ op, cause }: InformerStep): boolean {
  return op === 'relist' && (cause === 'error' || cause === 'short');
}
