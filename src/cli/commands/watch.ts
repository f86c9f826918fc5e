import { defer, type Observable, switchMap } from 'rxjs';
import { scopeOf } from '../arguments/scope.ts';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { lookUp } from '../discovery/look-up.ts';
import { follow } from '../follow/follow.ts';
import { jsonReporter } from '../follow/json-reporter.ts';
import { tableReporter } from '../follow/table-reporter.ts';
import type { Output } from '../output/output.ts';
import type { WatchRequest } from './request.ts';

/** `rx-informer watch`: one collection, a line for each change. */
export function watch(request: WatchRequest, connection: Connection, output: Output): Observable<never> {
  return defer(() => {
    const { untilSynced } = request;
    const reporter = request.output === 'json' ? jsonReporter : tableReporter(output);
    const transport = connect(connection);

    return lookUp(transport, connection.server, [request.resource]).pipe(
      switchMap(([resource]) => {
        const target = { resource, scope: scopeOf(request, resource.namespaced) };
        return follow(transport, target, { output, reporter, untilSynced });
      }),
    );
  });
}
