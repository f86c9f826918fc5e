import { catchError, map, type Observable, reduce, throwError, timeout } from 'rxjs';
import { type KubeObject, StatusError } from '../../objects/index.ts';
import { listWatch } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { refusalOf } from '../connection/refusal.ts';
import type { GivenObject } from './generate/definition.ts';

const definitions = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  namespaced: false,
};

/**
 * Emits all CustomResourceDefinitions of a server.
 *
 * Errors with a `CommandError` if the server cannot be reached, refuses the list, or does not answer in time.
 */
export function listDefinitions(connection: Connection): Observable<readonly GivenObject[]> {
  const { server, transport } = connection;
  return listWatch(transport, definitions)
    .list({ limit: pageSize })
    .pipe(
      timeout({
        each: deadline,
        with: () =>
          throwError(() => new CommandError(`${server} did not answer within ${deadline / 1_000} s`)),
      }),
      reduce((all: readonly KubeObject[], page) => [...all, ...page.items], []),
      map((all) => all.map((object) => ({ where: server, object: { ...object } }))),
      catchError((error: unknown) => throwError(() => refusedList(connection, error))),
    );
}

/** The number of definitions of a page. A page of large definitions has 10 MiB. */
const pageSize = 50;

/** Time limit for a page, in ms. */
const deadline = 30_000;

function refusedList(connection: Connection, error: unknown): unknown {
  const refusal = refusalOf(connection, error);
  if (!(error instanceof StatusError) || !(refusal instanceof CommandError)) return refusal;
  if (error.code !== 403 && error.code !== 404) return refusal;
  const advice =
    error.code === 403
      ? 'The user needs the verb list for customresourcedefinitions.apiextensions.k8s.io.'
      : 'The server has no CustomResourceDefinitions (apiextensions.k8s.io/v1).';
  const hints = [
    advice,
    'Without this right, give the files of the definitions: rx-informer types -f crd.yaml',
  ];
  return new CommandError(refusal.message, { cause: error, hints: error.code === 403 ? hints : [advice] });
}
