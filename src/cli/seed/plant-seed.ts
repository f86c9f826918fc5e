import type { ApiServer } from '../../apiserver/index.ts';
import { KubeError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { readSeed } from './read-seed.ts';

/**
 * Creates the objects of a YAML file, in their order.
 *
 * @returns how many documents there were
 * @throws CommandError that names the file and the document
 */
export function plantSeed(server: Pick<ApiServer, 'seed'>, file: string): number {
  const documents = readSeed(file);
  for (const { where, object } of documents) {
    try {
      server.seed([object]);
    } catch (error) {
      if (!(error instanceof KubeError)) throw error;
      throw new CommandError(`${where}: ${error.message}`, { cause: error });
    }
  }
  return documents.length;
}
