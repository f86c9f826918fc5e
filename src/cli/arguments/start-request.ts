import { usageError } from '../command-error.ts';
import type { DemoRequest, StartRequest } from '../commands/request.ts';
import type { ConnectionOptions } from '../connection/connection.ts';

/**
 * `start`: a cluster with a server, the demo without.
 *
 * @throws CommandError for what only belongs to a server
 */
export function startRequest({ server, ...rest }: Partial<ConnectionOptions>): StartRequest | DemoRequest {
  if (server !== undefined) return { command: 'start', connection: { server, ...rest } };
  const [stray] = Object.keys(rest);
  if (stray !== undefined) {
    throw usageError(`--${stray === 'token' ? stray : 'certificate-authority'} goes with --server`);
  }
  return { command: 'demo', host: '127.0.0.1' };
}
