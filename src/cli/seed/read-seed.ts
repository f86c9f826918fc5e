import { catchError, map, type Observable, throwError } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { parseYamlDocuments, YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';

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
    map((text) => seedIn(file, text)),
  );
}

/** The YAML of 20,000 pods and more. */
const mostBytes = 128 * 1_048_576;

function seedIn(file: string, text: string): readonly SeedDocument[] {
  const documents: SeedDocument[] = [];
  let count = 0;
  for (const object of documentsOf(file, text)) {
    const where = `${file}, document ${++count}`;
    if (object === null) continue;
    if (!isRecord(object) || typeof object['kind'] !== 'string' || typeof object['apiVersion'] !== 'string') {
      throw new CommandError(`${where}: it is no object with apiVersion and kind`);
    }
    documents.push({ where: `${where} (${object['kind']}${nameIn(object)})`, object });
  }
  return documents;
}

function* documentsOf(file: string, text: string): Iterable<unknown> {
  try {
    yield* parseYamlDocuments(text, { duplicateKeys: false });
  } catch (cause) {
    if (!(cause instanceof YamlError)) throw cause;
    throw new CommandError(`${file}, document ${cause.document + 1}: ${onOneLine(cause.message)}`, { cause });
  }
}

function nameIn({ metadata }: Readonly<Record<string, unknown>>): string {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return '';
  const namespace = typeof metadata['namespace'] === 'string' ? `${metadata['namespace']}/` : '';
  return ` ${namespace}${metadata['name']}`;
}

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
