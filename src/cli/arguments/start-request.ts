import type { DemoRequest, StartRequest } from '../commands/request.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { connectionIn } from './connection-options.ts';

/**
 * Returns the request of `start`: a cluster if the user typed a connection option, else the demo. Ignores the
 * environment, so that `start` without options is always the demo, also for a user with a kubeconfig.
 *
 * @throws CommandError for an option that needs `--server`
 */
export function startRequest(options: ConnectionOptions): StartRequest | DemoRequest {
  const connection = connectionIn(options);
  return Object.keys(connection).length > 0
    ? { command: 'start', connection }
    : { command: 'demo', host: '127.0.0.1' };
}
