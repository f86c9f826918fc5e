import { describeStatus, type InformerStatus } from '../../informer/index.ts';
import { publicMessage } from '../../objects/index.ts';

/** The state of one informer at one time. */
export interface CheckedInformer {
  readonly name: string;
  readonly status: InformerStatus | undefined;
  /** The time in ms since the last frame. */
  readonly age: number;
}

/** A line of a report: a checked part, and what is wrong with it. */
export interface CheckedPart {
  readonly name: string;
  /** Absent if the part is fine. */
  readonly problem?: string;
}

/** Checks whether the content of an informer is complete and fresh. */
export function readinessOf({ name, status, age }: CheckedInformer, maxAge: number): CheckedPart {
  const problem = unsyncedReason(status) ?? staleReason(status, age, maxAge);
  return problem === undefined ? { name } : { name, problem };
}

/**
 * Checks whether an informer has ended with an error. Such an informer does not start again, but a restart of the
 * process can help.
 */
export function healthOf({ name, status }: CheckedInformer): CheckedPart {
  if (status?.phase !== 'stopped' || status.error === undefined) return { name };
  return { name, problem: `stopped: ${publicMessage(status.error)}` };
}

function unsyncedReason(status: InformerStatus | undefined): string | undefined {
  return status?.hasSynced === true ? undefined : describeStatus(status, publicMessage);
}

function staleReason(status: InformerStatus | undefined, age: number, maxAge: number): string | undefined {
  if (status?.phase === 'stopped') return describeStatus(status, publicMessage);
  if (age <= maxAge) return undefined;
  const since = age === Infinity ? 'no frame yet' : `no frame for ${Math.round(age / 1_000)} s`;
  return status?.phase === 'waiting' ? `${since}, ${describeStatus(status, publicMessage)}` : since;
}

/** Returns the report in the form of the API server's verbose health checks, such as `[+] informer pods ok`. */
export function reportOf(path: string, parts: readonly CheckedPart[]): string {
  const lines = parts.map(({ name, problem }) =>
    problem === undefined ? `[+] ${name} ok` : `[-] ${name} failed: ${problem}`,
  );
  const result = parts.some(({ problem }) => problem !== undefined) ? 'failed' : 'passed';
  return [...lines, `${path} check ${result}`, ''].join('\n');
}
