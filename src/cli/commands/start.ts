import type { Observable } from 'rxjs';
import type { ConnectionOptions } from '../connection/connection.ts';
import type { Host } from '../output/host.ts';
import { watch } from './watch.ts';

/** Runs `rx-informer start` with a cluster: watches the nodes, deployments and pods of the cluster. */
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
