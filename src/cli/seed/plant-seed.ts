import type { ApiServer } from '../../apiserver/index.ts';
import { KubeError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { readSeed } from './read-seed.ts';

/**
 * Creates the objects of a YAML file, whatever their order.
 *
 * @returns how many documents there were
 * @throws CommandError that names the file and the document
 */
export function plantSeed(server: Pick<ApiServer, 'seed'>, file: string): number {
  const documents = readSeed(file);
  const objects = documents.map(({ object }) => object);
  try {
    server.seed(objects, { nameOf: (at) => documents[at]?.where ?? file });
  } catch (cause) {
    if (cause instanceof KubeError) throw new CommandError(cause.message, { cause });
    throw cause;
  }
  return documents.length;
}
