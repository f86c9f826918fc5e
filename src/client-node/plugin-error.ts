import { ConnectionError, type FailureClass, isText, KubeError } from '../objects/index.ts';
import { hideTokens } from '../source/index.ts';
import { PluginFault } from './bounded-plugin.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The `exec` of a kubeconfig's user. */
export interface ExecPlugin {
  readonly command?: unknown;
  readonly installHint?: unknown;
}

/**
 * The error for an exec plugin that gave no credentials: it names the plugin, what the plugin did, and what to do.
 *
 * A plugin that cannot be started is `fatal` until it has worked once: the program or the kubeconfig is wrong, and waiting
 * mends neither. Later it is `unauthorized`, tried again slowly: an upgrade removes a program for a moment. So is every other
 * fault of a plugin: an expired login is the usual one.
 *
 * @param hasWorked - the plugin has given credentials before
 */
export function pluginError(
  { command, installHint }: ExecPlugin,
  error: unknown,
  hasWorked: boolean,
): KubeError {
  if (error instanceof KubeError) return error;
  const { code, syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const isMissing = syscall?.startsWith('spawn') === true;
  const failure: FailureClass = isMissing && !hasWorked ? 'fatal' : 'unauthorized';
  const name = isText(command) ? ` '${shortened(command)}'` : '';
  const said = isMissing ? missing(code, installHint) : `${faultOf(error)}; run it by hand to see why`;
  return new ConnectionError(
    `the credentials could not be had, so nothing was sent: the exec plugin${name} of the kubeconfig ${said}`,
    { cause: withoutSecrets(error), failure, answered: false },
  );
}

function missing(code: string | undefined, installHint: unknown): string {
  const why = code === 'ENOENT' ? 'was not found in the PATH' : `cannot be started (${code ?? 'unknown'})`;
  const hint = isText(installHint)
    ? shortened(installHint)
    : 'install it, or correct the command in the kubeconfig';
  return `${why}: ${hint}`;
}

/** Without what a plugin wrote to stdout, which may be a token. */
function faultOf(error: unknown): string {
  if (error instanceof PluginFault) return error.message;
  if (error instanceof SyntaxError) return 'printed something that is not JSON';
  if (error instanceof TypeError) return 'printed no ExecCredential with a status';
  const words = error instanceof Error ? shortened(hideTokens(error.message.slice(0, 2_000))) : '';
  return words === '' ? 'failed and said nothing' : `failed and said: ${words}`;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
};
