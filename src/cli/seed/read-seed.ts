import { catchError, filter, map, type Observable, switchMap, throwError, toArray } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import { checkSizes, type SeedDocument } from './seed-document.ts';

/**
 * Emits the documents of a YAML file, without empty documents. The file may be a pipe.
 *
 * Errors with a `CommandError` that names the file and the document.
 */
export function readSeed(file: string): Observable<readonly SeedDocument[]> {
  return readTextFile(file, maxBytes).pipe(
    catchError((cause: unknown) =>
      throwError(() => new CommandError(`cannot read ${file} (--seed): ${reasonOf(cause)}`, { cause })),
    ),
    switchMap((text) => seedIn(file, text)),
  );
}

/** The maximum number of bytes of a seed file: enough for the YAML of 20,000 pods. */
const maxBytes = 128 * 1_048_576;
/**
 * The maximum number of characters of a key or a value. A real kube-apiserver stores no larger object. A quoted value
 * of 100 MiB takes 10 s to parse.
 */
const longestPart = 1_572_864;
/**
 * The maximum number of YAML tokens of one document. The parser does not pause within a document. A document of this
 * size takes 1.4 s and 0.8 GB. A list of 1,000 pods in kubectl's format is smaller.
 */
const maxPartsOfDocument = 2_000_000;
/** The maximum number of YAML tokens of all documents together. 20,000 pods in kubectl's format have fewer. */
const maxParts = 30_000_000;
const listHint = 'Write the items of a large list as documents of their own, with --- between them.';

function seedIn(file: string, text: string): Observable<readonly SeedDocument[]> {
  return yamlDocuments(text, { maxParts, maxPartsOfDocument, longestPart, duplicateKeys: false }).pipe(
    catchError((cause: unknown) => {
      if (!(cause instanceof YamlError)) throw cause;
      const where = `${file}, document ${cause.document + 1}`;
      const hints = cause.tooLarge && cause.message.startsWith('a document') ? [listHint] : [];
      throw new CommandError(`${where}: ${onOneLine(cause.message)}`, { cause, hints });
    }),
    map((object, nth) => documentOf(`${file}, document ${nth + 1}`, object)),
    filter((document) => document !== undefined),
    toArray(),
  );
}

function documentOf(where: string, object: unknown): SeedDocument | undefined {
  if (object === null) return undefined;
  if (!isRecord(object) || typeof object['kind'] !== 'string' || typeof object['apiVersion'] !== 'string') {
    throw new CommandError(`${where}: it is not an object with apiVersion and kind`);
  }
  const document = { where: `${where} (${object['kind']}${nameIn(object)})`, object };
  checkSizes(document);
  return document;
}

function nameIn({ metadata }: Readonly<Record<string, unknown>>): string {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return '';
  const namespace = typeof metadata['namespace'] === 'string' ? `${metadata['namespace']}/` : '';
  return ` ${namespace}${metadata['name']}`;
}

const onOneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
