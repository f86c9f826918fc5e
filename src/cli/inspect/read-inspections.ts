import { catchError, map, type Observable, throwError, timeout } from 'rxjs';
import { getJson } from '../../discovery/index.ts';
import type { InformerInspection } from '../../inspect/index.ts';
import { ConnectionError, ProtocolError, StatusError } from '../../objects/index.ts';
import type { KubeRequest } from '../../source/index.ts';
import { CommandError, usageError } from '../command-error.ts';
import { connectionProblem } from '../connection/connection-problem.ts';
import { transportTo } from '../connection/server-connection.ts';
import { isInspection } from './machine/is-inspection.ts';

/** The time in ms within which the program has to answer. */
const answerTime = 10_000;

/**
 * Returns the address to read. Without a path, the address is `/debug/informers`.
 *
 * @throws CommandError for a text that is not a URL
 */
export function informersUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw usageError(
      `inspect takes the URL of a running program${canHaveSecret.test(text) ? '' : `, not ${text}`}`,
      'As in: rx-informer inspect http://127.0.0.1:8080',
      'To see the objects of a cluster, use rx-informer watch.',
    );
  }
  if (url.username !== '' || url.password !== '')
    throw usageError('inspect takes a URL without a user and a password');
  if (url.pathname === '/') url.pathname = '/debug/informers';
  return url;
}

/**
 * Matches a text that can contain a password or a token. `%40` is an encoded `@`, which is a common mistake in a URL with a
 * password.
 */
const canHaveSecret = /@|%40|\?|#/;

/** Reads the states of the informers of a program. Errors with a `CommandError` for any other answer. */
export function readInspections(url: URL): Observable<Readonly<Record<string, InformerInspection>>> {
  const transport = transportTo({ server: url.origin });
  const query = Object.fromEntries(url.searchParams);
  const withQuery = { ...transport, open: (request: KubeRequest) => transport.open({ ...request, query }) };
  return getJson(withQuery, url.pathname, 'application/json').pipe(
    timeout({ first: answerTime, with: () => throwError(() => notReached(url, 'no answer within 10 s')) }),
    catchError((error: unknown) => throwError(() => problemOf(url, error))),
    map((answer) => {
      const { informers } = (answer ?? {}) as { readonly informers?: unknown };
      if (!areInspections(informers)) throw notInspections(url);
      return informers;
    }),
  );
}

const areInspections = (given: unknown): given is Readonly<Record<string, InformerInspection>> =>
  typeof given === 'object' && given !== null && Object.values(given).every(isInspection);

function problemOf(url: URL, error: unknown): unknown {
  if (error instanceof StatusError) return refused(url, error);
  if (error instanceof ConnectionError) return notReached(url, connectionProblem(error), error);
  return error instanceof ProtocolError ? notInspections(url, error) : error;
}

const notReached = ({ origin }: URL, problem: string, cause?: unknown): CommandError =>
  new CommandError(`cannot reach ${origin}: ${problem}`, {
    hints: ['Check that the program runs, and that it serves operations() at this port.'],
    cause,
  });

const refused = ({ origin, pathname }: URL, error: StatusError): CommandError =>
  new CommandError(`${origin} answered ${pathname} with the status ${error.code}`, {
    hints: error.code === 404 ? [howToServe] : [],
    cause: error,
  });

const notInspections = ({ origin, pathname }: URL, cause?: unknown): CommandError =>
  new CommandError(`the answer of ${origin} to ${pathname} is not the state of informers`, {
    hints: [howToServe],
    cause,
  });

const howToServe =
  'Give operations() of rx-informer/controller the option inspect: true, and serve its handler at this address.';
