import type { DemoRequest, StartRequest } from '../commands/request.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { connectionIn } from './connection-options.ts';

/**
 * Returns the request of the command `start`. If the user typed a connection option, the request names a cluster;
 * otherwise the request is the demo. Ignores the environment, so that `start` without options is the demo for a user
 * with a kubeconfig, too.
 *
 * @throws CommandError for an option that needs `--server`
 */
export function startRequest(options: ConnectionOptions): StartRequest | DemoRequest {
  const connection = connectionIn(options);
  return Object.keys(connection).length > 0
    ? { command: 'start', connection }
    : { command: 'demo', host: '127.0.0.1' };
}
