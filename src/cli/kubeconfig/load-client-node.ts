import process from 'node:process';
import type { KubeConfigLike } from '../../client-node/index.ts';
import { CommandError } from '../command-error.ts';

/** The classes of `@kubernetes/client-node` that the command uses. */
export interface ClientNode {
  readonly KubeConfig: new () => KubeConfigLike & { loadFromString(text: string): void };
}

/**
 * Loads `@kubernetes/client-node`. The command needs this package only for a kubeconfig.
 *
 * Rejects with a `CommandError` if the package is missing, or does not load on this version of Node. The error names
 * the package to install.
 *
 * @param load - imports the package
 * @param nodeVersion - as in `process.versions.node`
 */
export async function loadClientNode(
  load: () => Promise<ClientNode> = () => import('@kubernetes/client-node'),
  nodeVersion: string = process.versions.node,
): Promise<ClientNode> {
  try {
    return await load();
  } catch (cause) {
    const missing = isMissing(cause);
    throw new CommandError(
      `a kubeconfig needs @kubernetes/client-node, which ${missing ? 'is not installed' : `does not load on Node ${nodeVersion}`}: npm install ${packageFor(nodeVersion)}`,
      {
        hints: ['With -g where rx-informer was installed with it. --server needs no kubeconfig.'],
        cause,
      },
    );
  }
}

/** Returns the package to install. Version 2.x of client-node does not load on a Node version below 22.19. */
function packageFor(nodeVersion: string): string {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const older = major < 22 || (major === 22 && minor < 19);
  return `@kubernetes/client-node${older ? '@^1.4' : ''}`;
}

/** Whether the package itself is missing. False if a module that the package imports is missing. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'@kubernetes/client-node'");
