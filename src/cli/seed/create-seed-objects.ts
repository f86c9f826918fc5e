import { endWith, ignoreElements, type Observable, switchMap } from 'rxjs';
import type { ApiServer } from '../../apiserver/index.ts';
import { KubeError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { creationOrder } from './creation-order.ts';
import { readSeed } from './read-seed.ts';
import type { SeedDocument } from './seed-document.ts';
import { timeSliced } from '../../scheduling/index.ts';

/**
 * Creates the objects of a YAML file on the server. The file may contain the objects in any order. Works in
 * time slices, so that SIGINT can end the command during the work. Emits the number of documents.
 *
 * Errors with a `CommandError` that names the file and the document.
 */
export function createSeedObjects(server: Pick<ApiServer, 'seed'>, file: string): Observable<number> {
  return readSeed(file).pipe(
    switchMap((documents) =>
      timeSliced(() => planting(server, creationOrder(documents))).pipe(
        ignoreElements(),
        endWith(documents.length),
      ),
    ),
  );
}

function* planting(
  server: Pick<ApiServer, 'seed'>,
  documents: readonly SeedDocument[],
): Generator<undefined, void> {
  for (let at = 0; at < documents.length; at += together) {
    const next = documents.slice(at, at + together);
    createAll(server, next);
    yield;
  }
}

/** Maximum number of objects that are created without a pause. */
const together = 20;

function createAll(server: Pick<ApiServer, 'seed'>, documents: readonly SeedDocument[]): void {
  const objects = documents.map(({ object }) => object);
  try {
    server.seed(objects, { nameOf: (at) => documents[at]?.where ?? '' });
  } catch (cause) {
    if (cause instanceof KubeError) throw new CommandError(cause.message, { cause });
    throw cause;
  }
}
