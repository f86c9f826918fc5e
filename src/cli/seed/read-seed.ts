import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { isRecord } from '../../objects/index.ts';
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
  const documents = parseAllDocuments(read(file));
  return [...documents].flatMap((document, at) => {
    const where = `${file}, document ${at + 1}`;
    const [error] = document.errors;
    if (error !== undefined) throw new CommandError(`${where}: ${firstLine(error.message)}`);

    const object = plain(where, () => document.toJS());
    if (object === null || object === undefined) return [];
    if (!isRecord(object) || typeof object['kind'] !== 'string' || typeof object['apiVersion'] !== 'string') {
      throw new CommandError(`${where}: it is no object with apiVersion and kind`);
    }
    return [{ where: `${where} (${object['kind']}${nameIn(object)})`, object }];
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`cannot read ${file} (--seed): ${reasonOf(cause)}`, { cause });
  }
}

/** An alias may be unknown, or grow without end: that shows only here. */
function plain(where: string, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (cause) {
    throw new CommandError(`${where}: ${firstLine(reasonOf(cause))}`, { cause });
  }
}

function nameIn({ metadata }: Readonly<Record<string, unknown>>): string {
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return '';
  const namespace = typeof metadata['namespace'] === 'string' ? `${metadata['namespace']}/` : '';
  return ` ${namespace}${metadata['name']}`;
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.replace(/:$/, '') ?? '';
