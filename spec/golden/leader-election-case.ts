import type { StringMap } from '../../src/objects/index.ts';

/** The spec of a Lease as `leader-election.json` writes it: holder, seconds, acquire time, renew time, transitions, strategy, preferred holder. */
export type LeaseRow = readonly (string | number | null)[];

export interface CandidateConfig {
  readonly id: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly releaseOnCancel?: boolean;
  readonly skewMs?: number;
  readonly driftPercent?: number;
  readonly labels?: StringMap;
  readonly jitter?: readonly number[];
}

export interface ElectionStep {
  readonly op: 'start' | 'cancel' | 'crash' | 'wait' | 'fault' | 'edit' | 'delete' | 'clock';
  readonly id?: string;
  readonly verb?: string;
  readonly answer?: number | string;
  readonly times?: number;
  readonly delayMs?: number;
  readonly byMs?: number;
  readonly lease?: LeaseRow;
  readonly ms: number;
  readonly want: ElectionWant;
}

interface ElectionWant {
  readonly lease?: LeaseRow;
  readonly labels?: StringMap;
  readonly candidates?: Readonly<Record<string, CandidateWant>>;
}

/** The fields of a candidate after a step. Absent fields are empty or false. */
export interface CandidateWant {
  readonly leader?: string;
  readonly isLeader?: boolean;
  readonly unhealthy?: boolean;
  readonly returned?: boolean;
  readonly requests?: readonly (readonly unknown[])[];
  readonly calls?: readonly (readonly unknown[])[];
}

export interface ElectionCase {
  readonly config: {
    readonly name?: string;
    readonly lease?: LeaseRow;
    readonly candidates: readonly CandidateConfig[];
  };
  readonly steps: readonly ElectionStep[];
}

/** The deliberate differences from client-go, by the names that `npm run golden` prints. */
export const differences = {
  ownRelease: 'a release removes only the own identity',
  stopFirst: 'the work stops before the release',
  otherHolder: 'another holder ends the leadership immediately',
  expiry: 'the leadership ends before the Lease expires',
  ownWrite: 'a leader has written the Lease in this run',
  noValues: 'an ended election has no value',
  sentWrite: 'a write without an answer is released too',
  exactTimes: 'a renewal within the same second is seen',
  oneSecond: 'a Lease of less than a second is refused',
  readHolder: 'the holder is that of the Lease just read',
  acquireTime: 'a new term has a new acquireTime',
  attemptEnd: 'the leader is reported at the end of an attempt',
} as const;

export type Difference = keyof typeof differences;

/** A candidate of one test case: client-go's algorithm, or the operator of this library. */
export interface Candidate {
  start(): void;
  cancel(): void;
  crash(): void;
  /** Returns the values of the last step. */
  take(): CandidateWant;
}
