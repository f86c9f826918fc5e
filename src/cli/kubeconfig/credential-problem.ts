import { redactTokens } from '../../source/index.ts';
import { oneLine } from '../lines/one-line.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Describes in one line why client-node could not obtain credentials. The line contains nothing that a login program
 * wrote to stdout. The line contains nothing from the program's stderr that could be a token.
 *
 * @param program - the login program of the user; `''` for no program
 * @param installHint - the text of the kubeconfig about how to install the program
 */
export function credentialProblem(error: unknown, program: string, installHint = ''): string {
  const { code, syscall = '', path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (syscall.startsWith('spawn')) {
    const reason = code === 'ENOENT' ? 'it is not installed, or not in the PATH' : reasonOf(error);
    return `cannot run ${program || (path ?? 'the program')}, which the kubeconfig logs in with: ${oneLine([reason, installHint].join('. ')).replace(/(?<![\s.])[\s.]+$/, '')}`;
  }
  if (path !== undefined) return `cannot read ${path}, which the kubeconfig names: ${reasonOf(error)}`;
  if (program === '') return 'the credentials in the kubeconfig cannot be used';
  // The message of the error is not used, because it quotes a part of the answer of the login program.
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return `${program}, which the kubeconfig logs in with, answered with no ExecCredential`;
  }
  const words = error instanceof Error ? oneLine(error.message).trim() : '';
  return `${program}, which the kubeconfig logs in with, failed${words === '' ? '' : `: ${redactTokens(words).slice(0, 300)}`}`;
}
