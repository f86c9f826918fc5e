import type { DemoRequest, StartRequest } from '../commands/request.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { connectionIn } from './connection-options.ts';

/**
 * `start`: a cluster with any word of one, the demo without. What the environment says does not count: the demo is no
 * surprise to anybody who has a kubeconfig.
 *
 * @throws CommandError for what only belongs to a server
 */
export function startRequest(options: ConnectionOptions): StartRequest | DemoRequest {
  const connection = connectionIn(options);
  return Object.keys(connection).length > 0
    ? { command: 'start', connection }
    : { command: 'demo', host: '127.0.0.1' };
}
