import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { usageError } from '../command-error.ts';

/** The files that make up a kubeconfig, the first of them weighs most. */
export interface KubeconfigFiles {
  readonly files: readonly string[];
  /** What to call them together in a message. */
  readonly name: string;
}

/**
 * The kubeconfig that kubectl would take: the file that was typed, else those of `KUBECONFIG` that exist, else
 * `~/.kube/config`. `undefined` where there is none.
 *
 * @param typed - of `--kubeconfig`
 * @throws CommandError where the file that was typed is not there
 */
export function kubeconfigFiles(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): KubeconfigFiles | undefined {
  if (typed !== undefined) {
    if (typed === '') throw usageError('--kubeconfig is empty', 'Is the variable set that it comes from?');
    if (!existsSync(typed)) throw usageError(`cannot read ${typed} (--kubeconfig): there is no such file`);
    return { files: [typed], name: typed };
  }
  const { KUBECONFIG: listed = '' } = environment;
  const candidates = listed === '' ? defaultFiles(environment) : listed.split(delimiter);
  const files = candidates.filter((file) => file !== '' && existsSync(file));
  return files.length === 0 ? undefined : { files, name: files.join(', ') };
}

/** `~/.kube/config`, where there is a home. */
export function defaultFiles({
  HOME: home,
  USERPROFILE: profile,
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [home, profile]
    .filter((directory) => directory !== undefined && directory !== '')
    .slice(0, 1)
    .map((directory) => join(directory ?? '', '.kube', 'config'));
}
