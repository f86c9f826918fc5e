import { readFileSync } from 'node:fs';
import { isRecord } from '../../objects/index.ts';
import { parseYamlDocuments, YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/** One document of a seed, and what to call it in a message. */
export interface SeedDocument {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * The documents of a YAML file, empty ones left out.
 *
 * @throws CommandError that names the file and the document
 */
export function readSeed(file: string): readonly SeedDocument[] {
  const documents: SeedDocument[] = [];
  let count = 0;
  for (const object of documentsOf(file)) {
    const where = `${file}, document ${++count}`;
    if (object === null) continue;
    if (!isRecord(object) || typeof object['kind'] !== 'string' || typeof object['apiVersion'] !== 'string') {
      throw new CommandError(`${where}: it is no object with apiVersion and kind`);
    }
    documents.push({ where: `${where} (${object['kind']}${nameIn(object)})`, object });
  }
  return documents;
}

function* documentsOf(file: string): Iterable<unknown> {
  const text = read(file);
  try {
    yield* parseYamlDocuments(text, { duplicateKeys: false });
  } catch (cause) {
    if (!(cause instanceof YamlError)) throw cause;
    throw new CommandError(`${file}, document ${cause.document + 1}: ${onOneLine(cause.message)}`, { cause });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`cannot read ${file} (--seed): ${reasonOf(cause)}`, { cause });
  }
}

function nameIn({ metadata }: Readonly<Record<string, unknown>>): string {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return '';
  const namespace = typeof metadata['namespace'] === 'string' ? `${metadata['namespace']}/` : '';
  return ` ${namespace}${metadata['name']}`;
}

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
