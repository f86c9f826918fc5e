import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from './target.ts';

/**
 * The reasons why a check fails on a server without a feature. The report prints the reason with each such failure.
 */
export const explanations: Readonly<Record<Need, string>> = {
  compact: 'its versions 1 and 2 are not compacted',
  identity: 'it has no user alice without rights',
  cors: 'it does not allow the origin http://app.example',
  optional: 'the feature is optional',
  '1.34': 'it is older than 1.34, where a watch from no version is not a streamed list',
  'garbage-collector': 'no controllers: there is no garbage collector',
  'namespace-controller': 'no controllers: a deleted namespace is not emptied',
};

/** A failed check with a known reason: the server lacks a feature. */
export interface Explained {
  readonly check: string;
  readonly reason: string;
  /** The first line of the error. */
  readonly error: string;
}

/** Returns the path of the file with the failures whose reason is known. The file has one failure in each line. */
export const explainedFile = (directory: string): string => join(directory, 'explained.jsonl');

/** Reads the failures whose reason is known. */
export function explainedIn(directory: string): readonly Explained[] {
  const file = explainedFile(directory);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Explained);
}
