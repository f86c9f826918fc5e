import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import {
  ConnectionError,
  type FailureClass,
  isRecord,
  isNonEmptyString,
  KubeError,
} from '../objects/index.ts';
import { redactTokens } from '../source/index.ts';

/**
 * The maximum number of characters that an exec plugin may write to stdout or stderr. A plugin that writes
 * more is killed. A credential has only a few thousand characters.
 */
const maxPluginOutput = 1_048_576;

/**
 * The maximum run time of an exec plugin, in ms. A plugin that runs longer is killed. The limit is long
 * enough for a login in a browser, which takes minutes.
 */
export const maxPluginTime = 300_000;

/** The error for a fault of an exec plugin. The message of the error contains no output of the plugin. */
export class PluginFault extends Error {}

/**
 * Limits the output and the run time of the exec plugins that client-node 1.4 and 2.x starts, because
 * client-node has no limits. Plugins that still run when the process exits get a SIGTERM. The function
 * recognises the authenticator `ExecAuth` by its member `execFn`, which starts plugins.
 */
export function boundPlugins(authenticators: readonly Record<string, unknown>[]): void {
  for (const authenticator of authenticators) {
    const spawn = authenticator['execFn'];
    if (!isRecord(authenticator['tokenCache']) || !isSpawn(spawn) || bounded.has(spawn)) continue;
    const start: Spawn = (...given) => bound(spawn(...given));
    bounded.add(start);
    authenticator['execFn'] = start;
  }
}

type Spawn = (...given: readonly unknown[]) => ChildProcess;

const isSpawn = (given: unknown): given is Spawn => typeof given === 'function';

/**
 * The functions `execFn` that are already limited. Several transports can share a KubeConfig, and so also its
 * `execFn`.
 */
const bounded = new WeakSet<Spawn>();

const running = new Set<ChildProcess>();

/** Sends SIGTERM to all running plugins. SIGTERM lets a plugin clean up, like Ctrl-C in a terminal. */
const endRunning = (): void => running.forEach((child) => void child.kill());

function endWithProcess(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endRunning);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endRunning);
  });
}

function bound(child: ChildProcess): ChildProcess {
  endWithProcess(child);
  const kill = (fault: string): void => {
    clearTimeout(timer);
    // Client-node rejects with this error after the child process has closed.
    child.emit('error', new PluginFault(fault));
    child.kill('SIGKILL');
    // The pipes are destroyed here. Otherwise a child process of the plugin could keep the pipes open, and
    // `close` would not be emitted.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const timer = setTimeout(
    () => kill(`did not end within ${maxPluginTime / 60_000} minutes and was killed`),
    maxPluginTime,
  );
  child.on('close', () => clearTimeout(timer));
  for (const stream of [child.stdout, child.stderr]) {
    let length = 0;
    stream?.on('data', (data: string | Uint8Array) => {
      length += data.length;
      if (length > maxPluginOutput && !stream.destroyed) {
        kill(`wrote more than ${maxPluginOutput} characters and was killed`);
      }
    });
  }
  return child;
}

export interface ExecPlugin {
  readonly command?: unknown;
  readonly installHint?: unknown;
}

/**
 * Creates the error for an exec plugin without credentials. The error names the plugin, its fault, and what
 * to do.
 *
 * If a plugin cannot be started and has never worked, the error is `fatal`, because the program or the
 * kubeconfig is wrong. If the plugin has worked before, the error is `unauthorized`, which the reflector
 * retries slowly, because an upgrade can remove a program for a moment. Every other fault, such as an expired
 * login, is also `unauthorized`.
 *
 * @param hasWorked - whether the plugin has provided credentials before
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
  const name = isNonEmptyString(command) ? ` '${shortened(command)}'` : '';
  const said = isMissing ? missing(code, installHint) : `${faultOf(error)}; run it by hand to see why`;
  return new ConnectionError(
    `the credentials are not available, so nothing was sent: the exec plugin${name} of the kubeconfig ${said}`,
    { cause: withoutSecrets(error), failure, answered: false },
  );
}

function missing(code: string | undefined, installHint: unknown): string {
  const why = code === 'ENOENT' ? 'was not found in the PATH' : `cannot be started (${code ?? 'unknown'})`;
  const hint = isNonEmptyString(installHint)
    ? shortened(installHint)
    : 'install it, or correct the command in the kubeconfig';
  return `${why}: ${hint}`;
}

/**
 * Describes the fault of an exec plugin. The description does not contain the stdout of the plugin, which can
 * contain a token.
 */
function faultOf(error: unknown): string {
  if (error instanceof PluginFault) return error.message;
  if (error instanceof SyntaxError) return 'printed something that is not JSON';
  if (error instanceof TypeError) return 'printed no ExecCredential with a status';
  const words = error instanceof Error ? shortened(redactTokens(error.message.slice(0, 2_000))) : '';
  return words === '' ? 'failed and said nothing' : `failed and said: ${words}`;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
};

/**
 * Copies an error without the texts that can contain credentials. The message of a plugin's error is the
 * stderr of the plugin, and a SyntaxError quotes its stdout. The message of a Node error stays, because that
 * message names only a file or a program.
 */
export function withoutSecrets(error: unknown): unknown {
  if (error instanceof KubeError) return error;
  const { name, code, syscall, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof message !== 'string') return new Error(redactTokens(String(error)));
  return Object.assign(new Error(shown(name, syscall, message)), typeof code === 'string' && { code });
}

function shown(name: string | undefined, syscall: string | undefined, message: string): string {
  if (name === 'SyntaxError') return 'what a plugin printed, or what a file holds, is not JSON';
  return syscall === undefined ? redactTokens(message) : message;
}
