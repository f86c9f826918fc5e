import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ApiServer } from '../../apiserver/index.ts';
import { CommandError } from '../command-error.ts';
import { readFileNow } from '../input-file.ts';
import { writePrivateFile } from '../output/private-file.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * The first line of a kubeconfig that this command wrote. The command replaces only a file with this line, and never
 * the user's own kubeconfig.
 */
const mark = '# Written by rx-informer apiserver\n';

/**
 * Writes a kubeconfig for a server that listens. Only the user can read the file.
 *
 * @throws CommandError if the file cannot be written, or if another program wrote the file
 */
export function writeKubeConfig(server: Pick<ApiServer, 'kubeConfig'>, file: string): void {
  const text = `${mark}${server.kubeConfig()}`;
  try {
    if (isOthers(file)) {
      const hints = ['Name a file that does not exist yet.'];
      throw new CommandError(`--write-kubeconfig: ${file} is there, and not one of ours`, { hints });
    }
    writePrivateFile(file, text); // the file contains the token, so only the user may read it
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const folder = dirname(file);
    const reason = existsSync(folder) ? reasonOf(cause) : `there is no folder ${folder}`;
    throw new CommandError(`cannot write ${file} (--write-kubeconfig): ${reason}`, { cause });
  }
}

const isOthers = (file: string): boolean =>
  existsSync(file) && !readFileNow(file).toString('utf8').startsWith(mark);
