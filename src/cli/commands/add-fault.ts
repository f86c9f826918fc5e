import { type ApiServer, parseFault } from '../../apiserver/index.ts';
import { KubeError } from '../../objects/index.ts';
import { usageError } from '../command-error.ts';

/**
 * Parses a fault that the user typed, and adds the fault to a server.
 *
 * @throws CommandError that explains the syntax of a fault
 */
export function addFault(server: Pick<ApiServer, 'faults'>, text: string): void {
  try {
    server.faults.add(parseFault(text));
  } catch (error) {
    if (error instanceof KubeError)
      throw usageError(`--fault '${text}': ${error.message.replace(ofTheCall, '')}`, howToWrite);
    throw error;
  }
}

/**
 * The start of an error message that names the function `faults.add`. The command removes the start, because the user
 * of the command has not called a function.
 */
const ofTheCall = /^faults\.add: (match: |fault )?/;

const howToWrite =
  'It is VERB RESOURCE [NTH] [after:EVENTS] FAULT[:NUMBER], such as watch pods 2 dropConnection, or list * 429:5';
