import { redactTokens } from '../../source/index.ts';
import { oneLine } from '../lines/one-line.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Why credentials could not be had, in one line, from what client-node throws. What a program wrote to stdout is not in
 * it; of what it wrote to stderr, nothing that could be a token.
 *
 * @param program - with which the user logs in; `''` for none
 * @param installHint - what the kubeconfig says of how to get it
 */
export function credentialProblem(error: unknown, program: string, installHint = ''): string {
  const { code, syscall = '', path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (syscall.startsWith('spawn')) {
    const reason = code === 'ENOENT' ? 'it is not installed, or not in the PATH' : reasonOf(error);
    return `cannot run ${program || (path ?? 'the program')}, which the kubeconfig logs in with: ${oneLine([reason, installHint].join('. ')).replace(/(?<![\s.])[\s.]+$/, '')}`;
  }
  if (path !== undefined) return `cannot read ${path}, which the kubeconfig names: ${reasonOf(error)}`;
  if (program === '') return 'the credentials in the kubeconfig cannot be used';
  // Not its own words: these would be a piece of what it answered.
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return `${program}, which the kubeconfig logs in with, answered with no ExecCredential`;
  }
  const words = error instanceof Error ? oneLine(error.message).trim() : '';
  return `${program}, which the kubeconfig logs in with, failed${words === '' ? '' : `: ${redactTokens(words).slice(0, 300)}`}`;
}
