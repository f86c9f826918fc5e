import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import { isRecord } from '../objects/index.ts';

/** In characters: an exec plugin that writes more, to stdout or to stderr, is killed. A credential has some thousand. */
const maxPluginOutput = 1_048_576;

/** In ms: an exec plugin that runs for longer is killed. A login in a browser takes minutes. */
export const maxPluginTime = 300_000;

/** What an exec plugin did, in words; it holds nothing that the plugin wrote. */
export class PluginFault extends Error {}

/**
 * Bounds what the exec plugins of client-node (1.4 and 2.x) may write, and for how long they may run: client-node itself
 * keeps all that a plugin writes, and waits for it for ever. A plugin that still runs when the process exits is ended. Found by
 * shape: `ExecAuth` starts plugins by its `execFn`.
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

/** Each KubeConfig is bounded once, though several transports use it. */
const bounded = new WeakSet<Spawn>();

/** Plugins that run. */
const running = new Set<ChildProcess>();

/** No request waits for them any more. SIGTERM lets a plugin clean up, as a Ctrl-C that reaches plugin and process does. */
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
    child.emit('error', new PluginFault(fault)); // client-node rejects with it once the child is closed
    child.kill('SIGKILL');
    // A child of the plugin may still hold the pipes, and then `close` would not come.
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
