import { redactTokens } from '../../source/index.ts';
import { oneLine } from '../lines/one-line.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Describes in one line why there are no credentials, from the error of client-node. The line contains nothing that a
 * login program wrote to stdout, and nothing from its stderr that could be a token.
 *
 * @param program - the program that the user logs in with; `''` for none
 * @param installHint - how to install the program, from the kubeconfig
 */
export function credentialProblem(error: unknown, program: string, installHint = ''): string {
  const { code, syscall = '', path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (syscall.startsWith('spawn')) {
    const reason = code === 'ENOENT' ? 'it is not installed, or not in the PATH' : reasonOf(error);
    return `cannot run ${program || (path ?? 'the program')}, which the kubeconfig logs in with: ${oneLine([reason, installHint].join('. ')).replace(/(?<![\s.])[\s.]+$/, '')}`;
  }
  if (path !== undefined) return `cannot read ${path}, which the kubeconfig names: ${reasonOf(error)}`;
  if (program === '') return 'the credentials in the kubeconfig cannot be used';
  // Do not use the message of the error: it quotes a part of the answer of the program.
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return `${program}, which the kubeconfig logs in with, answered with no ExecCredential`;
  }
  const words = error instanceof Error ? oneLine(error.message).trim() : '';
  return `${program}, which the kubeconfig logs in with, failed${words === '' ? '' : `: ${redactTokens(words).slice(0, 300)}`}`;
}
