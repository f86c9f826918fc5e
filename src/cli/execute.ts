import { from, type Observable, switchMap } from 'rxjs';
import { checkNamespace } from './arguments/scope.ts';
import { checkSelectors } from './arguments/selectors.ts';
import type { Request } from './commands/request.ts';
import { connectionOf } from './connection/connect.ts';
import { tokenOf } from './connection/token.ts';
import type { Host } from './output/host.ts';
import { streamOutput } from './output/stream-output.ts';

/**
 * Does what was asked for, until it is done or unsubscribed. Each command is loaded when it is needed.
 *
 * @throws CommandError for what can be seen to be wrong before anything starts
 */
export function execute(request: Request, host: Host): Observable<never> {
  const { environment } = host;
  switch (request.command) {
    case 'watch': {
      checkNamespace(request.namespace);
      checkSelectors(request.selector, request.fieldSelector);
      const connection = connectionOf(request.connection, environment);
      const output = streamOutput(host);
      return from(import('./commands/watch.ts')).pipe(
        switchMap(({ watch }) => watch(request, connection, output)),
      );
    }
    case 'start': {
      const connection = connectionOf(request.connection, environment);
      const output = streamOutput(host);
      return from(import('./commands/start.ts')).pipe(switchMap(({ start }) => start(connection, output)));
    }
    case 'apiserver': {
      const token = tokenOf(request.token, environment);
      const output = streamOutput(host);
      return from(import('./commands/api-server.ts')).pipe(
        switchMap(({ apiServer }) => apiServer(request, token, output)),
      );
    }
    case 'demo':
      return from(import('./commands/demo.ts')).pipe(
        switchMap(({ demo }) => demo(request, streamOutput(host))),
      );
  }
}
