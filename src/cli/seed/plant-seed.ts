import { map, type Observable } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { KubeError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { readSeed, type SeedDocument } from './read-seed.ts';

/**
 * Creates the objects of a YAML file, whatever their order. Emits how many documents there were.
 *
 * Errors with a `CommandError` that names the file and the document.
 */
export function plantSeed(server: Pick<ApiServer, 'seed'>, file: string): Observable<number> {
  return readSeed(file).pipe(map((documents) => plant(server, file, documents)));
}

function plant(server: Pick<ApiServer, 'seed'>, file: string, documents: readonly SeedDocument[]): number {
  const objects = documents.map(({ object }) => object);
  try {
    server.seed(objects, { nameOf: (at) => documents[at]?.where ?? file });
  } catch (cause) {
    if (cause instanceof KubeError) throw new CommandError(cause.message, { cause });
    throw cause;
  }
  return documents.length;
}
