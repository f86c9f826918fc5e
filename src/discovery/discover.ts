import {
  catchError,
  defer,
  forkJoin,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  switchMap,
  throwError,
  toArray,
} from 'rxjs';
import { aResource, ProtocolError, StatusError } from '../objects/index.ts';
import type { Transport } from '../source/index.ts';
import { mapInSlices } from './map-in-slices.ts';
import { aggregatedAccept, readAggregated } from './aggregated.ts';
import { type Discovery, groupVersionText, joinDiscoveries } from './api-resource.ts';
import { type Budget, discoveryBudget, getJson, unusableAnswer } from './get-json.ts';
import { type GroupVersion, readGroupVersions, readResourceList } from './legacy.ts';
import { wellFormed } from './well-formed.ts';

/**
 * Emits the resources that a server offers. Sends two requests to a server with aggregated discovery. A server without
 * aggregated discovery gets one more request for each version of a group.
 *
 * The member `missing` lists each group version that does not answer, or whose name would change the path of a request.
 * A refused login is an error. A malformed resource is left out.
 */
export function discover(transport: Transport): Observable<Discovery> {
  return defer(() => {
    const budget = discoveryBudget();
    return forkJoin([root(transport, '/api', budget), root(transport, '/apis', budget)]);
  }).pipe(
    map((roots) => {
      const found = roots.filter((one) => one !== undefined);
      if (found.length === 0) throw notKubernetes();
      return joinDiscoveries(found);
    }),
  );
}

/** Discovers the resources below `/api` or `/apis`. Emits `undefined` if the server does not have the path. */
function root(
  transport: Transport,
  path: '/api' | '/apis',
  budget: Budget,
): Observable<Discovery | undefined> {
  return getJson(transport, path, aggregatedAccept, budget).pipe(
    catchError((error: unknown) =>
      answered(error, 404, 406)
        ? getJson(transport, path, 'application/json', budget)
        : throwError(() => error),
    ),
    mapInSlices((document) => {
      const aggregated = readAggregated(document);
      return { document, aggregated: aggregated && wellFormed(aggregated) };
    }),
    switchMap(({ document, aggregated }) => {
      if (aggregated !== undefined) return of(aggregated);
      const groupVersions = readGroupVersions(document);
      return groupVersions === undefined ? of(undefined) : legacy(transport, groupVersions, budget);
    }),
    catchError((error: unknown) => (answered(error, 404) ? of(undefined) : throwError(() => error))),
  );
}

function legacy(
  transport: Transport,
  groupVersions: readonly GroupVersion[],
  budget: Budget,
): Observable<Discovery> {
  return from(groupVersions).pipe(
    mergeMap((one, at) => group(transport, one, budget).pipe(map((part) => ({ at, part }))), atOnce),
    toArray(),
    map((parts) => joinDiscoveries(parts.sort((a, b) => a.at - b.at).map(({ part }) => part))),
  );
}

/** The maximum number of concurrent discovery requests. */
const atOnce = 8;

function group(transport: Transport, groupVersion: GroupVersion, budget: Budget): Observable<Discovery> {
  const { group, version } = groupVersion;
  const missing = of(wellFormed({ resources: [], missing: [groupVersionText(group, version)] }));
  // A name such as `../../other` would send the credentials to another path of the same server.
  if (!aResource.test({ group, version, resource: 'pods' })) return missing;
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return getJson(transport, path, 'application/json', budget).pipe(
    mapInSlices((document) =>
      wellFormed({ resources: readResourceList(groupVersion, document), missing: [] }),
    ),
    catchError((error: unknown) =>
      isFatal(error) || answered(error, 401, 403) ? throwError(() => error) : missing,
    ),
  );
}

const answered = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof StatusError && codes.includes(error.code);

const isFatal = (error: unknown): boolean => error instanceof ProtocolError && error.failure === 'fatal';

const notKubernetes = (): ProtocolError =>
  unusableAnswer('what answers there has neither /api nor /apis: it is not a Kubernetes API server');
