import type { Observable } from 'rxjs';
import type { ConnectionOptions } from '../connection/connection.ts';
import type { Host } from '../output/host.ts';
import { watch } from './watch.ts';

/** `rx-informer start` with a cluster: its pods, deployments and nodes. */
export function start(connection: ConnectionOptions, host: Host): Observable<never> {
  return watch(
    {
      command: 'watch',
      connection,
      resource: 'nodes.v1,deployments.v1.apps,pods.v1',
      allNamespaces: true,
      output: 'table',
      untilSynced: false,
    },
    host,
  );
}
