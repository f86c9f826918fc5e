import { readFileSync } from 'node:fs';
import { isRecord } from '../../src/objects/index.ts';

/** A file with recorded results of client-go. */
export interface GoldenFile {
  readonly topic: string;
  readonly tables: Readonly<Record<string, unknown>>;
  readonly cases: readonly GoldenCase[];
}

/** One test case of a file with recorded results. Its fields depend on the `topic` of the file. */
export type GoldenCase = Readonly<Record<string, unknown>>;

/**
 * Reads a file with recorded results of client-go.
 *
 * @throws Error with the reason if the file has another format
 */
export function readGoldenFile(path: string): GoldenFile {
  const content = parse(readFileSync(path, 'utf8'));
  const { meta, cases } = isRecord(content) ? content : {};
  if (!isRecord(meta) || typeof meta['topic'] !== 'string') throw new Error('it has no meta.topic');
  if (!Array.isArray(cases) || !cases.every(isRecord))
    throw new Error('its cases are not an array of objects');
  return { topic: meta['topic'], tables: isRecord(meta['tables']) ? meta['tables'] : {}, cases };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
