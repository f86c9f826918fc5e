import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from './target.ts';

/** The reasons why a check fails on a server without a feature. The run prints the reason with each such failure. */
export const explanations: Readonly<Record<Need, string>> = {
  compact: 'its versions 1 and 2 are not compacted',
  identity: 'it knows no user alice without rights',
  cors: 'it does not allow the origin http://app.example',
  optional: 'a server may do without it',
  '1.34': 'it is older than 1.34, where a watch from no version is not a streamed list',
  'garbage-collector': 'no controllers: nobody follows ownerReferences or takes foregroundDeletion away',
  'namespace-controller': 'no controllers: nobody empties a namespace that is being deleted',
};

/** A check that failed for a known reason. */
export interface Explained {
  readonly check: string;
  readonly reason: string;
  /** The beginning of the error. */
  readonly error: string;
}

/** The file that collects the explained failures of a run, one in each line. */
export const explainedFile = (directory: string): string => join(directory, 'explained.jsonl');

/** Reads the explained failures of a run. */
export function explainedIn(directory: string): readonly Explained[] {
  const file = explainedFile(directory);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Explained);
}
