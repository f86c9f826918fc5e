import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from './compare.ts';
import { type GoldenCase, type GoldenFile, readGoldenFile } from './golden-file.ts';
import type { Topic } from './topic.ts';
import { topics } from './topics.ts';

/** The result of one file with recorded results. */
export type FileResult =
  | {
      readonly kind: 'replayed';
      readonly file: string;
      readonly passed: number;
      /** Number of passed test cases whose results are equal to the results of client-go. */
      readonly asRecorded: number;
      readonly failures: readonly Failure[];
      /**
       * The names of the deliberate differences from client-go, with the number of passed test cases that have each
       * difference.
       */
      readonly mappings: ReadonlyMap<string, number>;
    }
  | { readonly kind: 'not yet'; readonly file: string; readonly cases: number }
  | { readonly kind: 'broken'; readonly file: string; readonly problem: string };

type Cases = Pick<
  Extract<FileResult, { readonly kind: 'replayed' }>,
  'passed' | 'asRecorded' | 'failures' | 'mappings'
>;

/** A test case whose result is not the expected result. */
interface Failure {
  /** A text with which a developer finds the test case in the file. */
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * Replays each `.json` file of a folder.
 *
 * @throws Error if the folder does not exist or contains no such file
 */
export function replay(folder: string): readonly FileResult[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (files.length === 0) throw new Error(`${folder} contains no .json file`);
  return files.map((file) => replayFile(folder, file));
}

function replayFile(folder: string, file: string): FileResult {
  let golden: GoldenFile;
  try {
    golden = readGoldenFile(join(folder, file));
  } catch (error) {
    return { kind: 'broken', file, problem: messageOf(error) };
  }
  const topic = topics.get(golden.topic);
  return topic === undefined
    ? { kind: 'not yet', file, cases: golden.cases.length }
    : { kind: 'replayed', file, ...replayCases(topic, golden) };
}

function replayCases(topic: Topic, { cases, tables }: GoldenFile): Cases {
  const failures: Failure[] = [];
  const mappings = new Map<string, number>();
  let asRecorded = 0;
  cases.forEach((golden, index) => {
    const touched = new Set<string>();
    let lines: readonly string[];
    let isAsRecorded = false;
    try {
      const comparisons = topic(golden, tables, (mapping) => touched.add(mapping));
      lines = comparisons.flatMap(differences);
      const unlike = comparisons.flatMap(({ recorded, want, ...rest }) =>
        differences({ ...rest, want: recorded ?? want }),
      );
      isAsRecorded = unlike.length === 0;
      // A difference from client-go must have a name. Without a name, the difference is not deliberate, and the test
      // case fails.
      if (!isAsRecorded && touched.size === 0) lines = unlike;
    } catch (error) {
      lines = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    }
    if (lines.length > 0) failures.push({ name: nameOf(golden, index), lines });
    else if (isAsRecorded) asRecorded++;
    if (!isAsRecorded) for (const mapping of touched) mappings.set(mapping, (mappings.get(mapping) ?? 0) + 1);
  });
  return { passed: cases.length - failures.length, asRecorded, failures, mappings };
}

function nameOf({ seed }: GoldenCase, index: number): string {
  return `case ${index + 1}${typeof seed === 'number' ? `, seed ${seed}` : ''}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
