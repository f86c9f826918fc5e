import { KubeError } from '../objects/index.ts';
import { hideTokens } from '../source/index.ts';

/**
 * What is known of a failure to get credentials, without what might be one: an exec plugin's last words are the message of
 * its error, and what it printed is quoted by a SyntaxError. Errors of Node itself name a file or a program, and stay.
 */
export function withoutSecrets(error: unknown): unknown {
  if (error instanceof KubeError) return error;
  const { name, code, syscall, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof message !== 'string') return new Error(hideTokens(String(error)));
  return Object.assign(new Error(shown(name, syscall, message)), typeof code === 'string' && { code });
}

function shown(name: string | undefined, syscall: string | undefined, message: string): string {
  if (name === 'SyntaxError') return 'what a plugin printed, or what a file holds, is not JSON';
  return syscall === undefined ? hideTokens(message) : message;
}
