import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { usageError } from '../command-error.ts';

/** The files of a kubeconfig. The first file has the highest precedence. */
export interface KubeconfigFiles {
  readonly files: readonly string[];
  /** The name that an error message uses for all files together. */
  readonly name: string;
}

/**
 * Returns the kubeconfig files that kubectl would use: the file that the user typed, or the existing files of
 * `KUBECONFIG`, or `~/.kube/config`. Returns `undefined` if no file exists.
 *
 * @param typed - the value of `--kubeconfig`
 * @throws CommandError if the typed name is empty, or if the typed file does not exist
 */
export function kubeconfigFiles(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): KubeconfigFiles | undefined {
  if (typed !== undefined) {
    if (typed === '')
      throw usageError('--kubeconfig is empty', 'Is the shell variable set that gives its value?');
    if (!existsSync(typed)) throw usageError(`cannot read ${typed} (--kubeconfig): there is no such file`);
    return { files: [typed], name: typed };
  }
  const { KUBECONFIG: listed = '' } = environment;
  const candidates = listed === '' ? defaultFiles(environment) : listed.split(delimiter);
  const files = candidates.filter((file) => file !== '' && existsSync(file));
  return files.length === 0 ? undefined : { files, name: files.join(', ') };
}

/** Returns the path of `~/.kube/config`, if the environment has a home directory. */
export function defaultFiles({
  HOME: home,
  USERPROFILE: profile,
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [home, profile]
    .filter((directory) => directory !== undefined && directory !== '')
    .slice(0, 1)
    .map((directory) => join(directory ?? '', '.kube', 'config'));
}
