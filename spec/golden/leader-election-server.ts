import {
  asyncScheduler,
  defer,
  finalize,
  map,
  NEVER,
  type Observable,
  of,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { ConnectionError, StatusError, type StringMap } from '../../src/objects/index.ts';
import type { ElectionStep, LeaseRow } from './leader-election-case.ts';

/** The Lease of the server. */
export interface StoredLease {
  readonly kind: 'Lease';
  readonly apiVersion: 'coordination.k8s.io/v1';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: StringMap;
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The written part of a Lease. */
export interface SentLease {
  readonly metadata: { readonly resourceVersion?: string; readonly labels?: StringMap };
  readonly spec: Readonly<Record<string, unknown>>;
}

export type Verb = 'get' | 'create' | 'update';

/** All times of a test case count from this date. */
const start = Date.UTC(2000, 0, 1);

const fields = [
  'holderIdentity',
  'leaseDurationSeconds',
  'acquireTime',
  'renewTime',
  'leaseTransitions',
  'strategy',
  'preferredHolder',
] as const;

export const timeText = (ms: number): string => new Date(start + ms).toISOString().replace('Z', '000Z');
const timeOf = (text: unknown): number => Date.parse(text as string) - start;

/** Returns the fields of a spec as `leader-election.json` writes them. */
export function rowOf(spec: Readonly<Record<string, unknown>>): LeaseRow {
  const row = fields.map((field) => {
    const value = spec[field] ?? null;
    return (value !== null && field.endsWith('Time') ? timeOf(value) : value) as string | number | null;
  });
  return row[5] === null && row[6] === null ? row.slice(0, 5) : row;
}

/** Converts a row of `leader-election.json` to the spec of a Lease. */
export function specOf(row: LeaseRow): Readonly<Record<string, unknown>> {
  const entries = fields.map((field, index): [string, unknown] => {
    const value = row[index] ?? undefined;
    return [field, typeof value === 'number' && field.endsWith('Time') ? timeText(value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

interface Fault {
  readonly id: string;
  readonly verb: string;
  readonly answer: number | string;
  readonly delayMs: number;
  times: number;
}

/** The scripted API server of the test cases: it has one Lease. spec/golden/README.md describes it. */
export class LeaseServer {
  stored: StoredLease | undefined;
  readonly #faults: Fault[] = [];
  #version = 0;
  #uids = 0;

  /** Executes a step that changes the server: a write of another client, or a fault of the network. */
  step({ op, id = '', verb = '', answer = 0, times = 1, delayMs = 0, lease }: ElectionStep): void {
    if (op === 'fault') this.#faults.push({ id, verb, answer, times, delayMs });
    if (op === 'delete') this.stored = undefined;
    if (op === 'edit' && lease !== undefined) this.put(lease);
  }

  put(row: LeaseRow): void {
    this.#store(this.stored?.metadata.labels, specOf(row));
  }

  /** Returns the answer to a request. When the request ends, calls `log` with the record of the request. */
  request(
    id: string,
    verb: Verb,
    sent: SentLease | undefined,
    log: (line: readonly unknown[]) => void,
  ): Observable<StoredLease> {
    return defer(() => {
      const at = asyncScheduler.now();
      let isLogged = false;
      const end = (status: number | 'none'): void => {
        if (isLogged) return;
        isLogged = true;
        const now = asyncScheduler.now();
        log([at, verb, ...(sent ? [rowOf(sent.spec)] : []), status, ...(now > at ? [now] : [])]);
      };
      return this.#answer(id, verb, sent).pipe(
        tap({
          next: () => end(verb === 'create' ? 201 : 200),
          error: (error: unknown) => end(error instanceof StatusError ? error.code : 'none'),
        }),
        finalize(() => end('none')),
      );
    });
  }

  #answer(id: string, verb: Verb, sent: SentLease | undefined): Observable<StoredLease> {
    const fault = this.#faults.find(
      (one) => one.times > 0 && one.id === id && (one.verb === verb || one.verb === 'any'),
    );
    if (fault === undefined) return defer(() => of(this.#handle(verb, sent)));
    fault.times -= 1;
    const { answer, delayMs } = fault;
    if (typeof answer === 'number') return throwError(() => refusal(answer));
    if (answer === 'hang') return NEVER;
    if (answer === 'refused') return throwError(() => new ConnectionError('connection refused'));
    const done = outcomeOf(() => this.#handle(verb, sent));
    if (answer === 'lost') return throwError(() => new ConnectionError('connection lost'));
    return timer(delayMs).pipe(map(done));
  }

  #handle(verb: Verb, sent: SentLease | undefined): StoredLease {
    const seconds = sent?.spec['leaseDurationSeconds'];
    if (typeof seconds === 'number' && seconds <= 0) throw refusal(422);
    const { stored } = this;
    if (verb === 'get') {
      if (stored === undefined) throw refusal(404);
      return stored;
    }
    const isAllowed =
      verb === 'create'
        ? stored === undefined
        : stored !== undefined && stored.metadata.resourceVersion === sent?.metadata.resourceVersion;
    if (!isAllowed || sent === undefined) throw refusal(409);
    return this.#store(sent.metadata.labels, sent.spec);
  }

  #store(labels: StringMap | undefined, spec: StoredLease['spec']): StoredLease {
    const uid = this.stored?.metadata.uid ?? `u${(this.#uids += 1)}`;
    const metadata = {
      name: 'lock',
      namespace: 'default',
      uid,
      resourceVersion: String((this.#version += 1)),
      ...(labels && { labels }),
    };
    return (this.stored = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata, spec });
  }
}

const refusal = (code: number): StatusError => new StatusError({ code });

/** Calls a function now, and returns a function that returns the result, or throws the error. */
function outcomeOf<T>(act: () => T): () => T {
  try {
    const result = act();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
