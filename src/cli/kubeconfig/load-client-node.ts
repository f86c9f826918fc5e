import process from 'node:process';
import type { KubeConfigLike } from '../../client-node/index.ts';
import { CommandError } from '../command-error.ts';

/** What is used of `@kubernetes/client-node`. */
export interface ClientNode {
  readonly KubeConfig: new () => KubeConfigLike & { loadFromString(text: string): void };
}

/**
 * `@kubernetes/client-node`, which is loaded for a kubeconfig only.
 *
 * Rejects with a `CommandError` that says what to install where it is missing, or does not load on this Node.
 *
 * @param load - does it
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

/** 2.x cannot be loaded below Node 22.19. */
function packageFor(nodeVersion: string): string {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const older = major < 22 || (major === 22 && minor < 19);
  return `@kubernetes/client-node${older ? '@^1.4' : ''}`;
}

/** It itself: a module that it imports may be missing, too. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'@kubernetes/client-node'");
