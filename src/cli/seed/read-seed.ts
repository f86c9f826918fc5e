import { catchError, filter, map, type Observable, switchMap, throwError, toArray } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { yamlDocuments } from '../yaml-documents.ts';

/** One document of a seed, and what to call it in a message. */
export interface SeedDocument {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * The documents of a YAML file, empty ones left out. The file may be a pipe.
 *
 * Errors with a `CommandError` that names the file and the document.
 */
export function readSeed(file: string): Observable<readonly SeedDocument[]> {
  return readTextFile(file, mostBytes).pipe(
    catchError((cause: unknown) =>
      throwError(() => new CommandError(`cannot read ${file} (--seed): ${reasonOf(cause)}`, { cause })),
    ),
    switchMap((text) => seedIn(file, text)),
  );
}

/** The YAML of 20,000 pods and more. */
const mostBytes = 128 * 1_048_576;
/** Characters of a key or a value: the real server keeps no object of more bytes. One of 100 MiB in quotes takes 10 s. */
const longestPart = 1_572_864;
const tooLong = `it has a key, a value or a comment of more than ${longestPart} characters`;

function seedIn(file: string, text: string): Observable<readonly SeedDocument[]> {
  return yamlDocuments(text, { longestPart, duplicateKeys: false }).pipe(
    catchError((cause: unknown) => {
      if (!(cause instanceof YamlError)) throw cause;
      const problem = cause.tooLarge ? tooLong : onOneLine(cause.message);
      throw new CommandError(`${file}, document ${cause.document + 1}: ${problem}`, { cause });
    }),
    map((object, nth) => documentOf(`${file}, document ${nth + 1}`, object)),
    filter((document) => document !== undefined),
    toArray(),
  );
}

function documentOf(where: string, object: unknown): SeedDocument | undefined {
  if (object === null) return undefined;
  if (!isRecord(object) || typeof object['kind'] !== 'string' || typeof object['apiVersion'] !== 'string') {
    throw new CommandError(`${where}: it is no object with apiVersion and kind`);
  }
  return { where: `${where} (${object['kind']}${nameIn(object)})`, object };
}

function nameIn({ metadata }: Readonly<Record<string, unknown>>): string {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return '';
  const namespace = typeof metadata['namespace'] === 'string' ? `${metadata['namespace']}/` : '';
  return ` ${namespace}${metadata['name']}`;
}

const onOneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
