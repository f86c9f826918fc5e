import { concatMap, type Observable, of } from 'rxjs';
import { inSteps } from '../../http/in-steps.ts';
import { inPieces } from '../../http/pieces.ts';
import type { ApiRequest } from '../../http/request.ts';
import { type ApiResponse, json } from '../../http/response.ts';
import type { Catalog } from '../../resources/catalog.ts';
import { joined, jsonParts } from '../document-pieces.ts';
import { tagHeaders, unchanged } from '../etag.ts';
import { type GroupVersion, groupVersions } from '../group-versions.ts';
import { version } from '../version.ts';
import { groupVersionHashSteps } from './schema-hashes.ts';
import { operationPaths } from './paths.ts';
import { schemasOf } from './schemas.ts';

/** Answers `/openapi/v3` with the URLs of the OpenAPI v3 documents. Each URL contains a hash of the document. */
export function openApiIndex(catalog: Catalog, request: ApiRequest): Observable<ApiResponse> {
  return inSteps(request, function* (): Generator<undefined, ApiResponse> {
    const paths: Record<string, object> = {};
    for (const one of groupVersions(catalog)) {
      const path = pathOf(one);
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${yield* groupVersionHashSteps(one)}` };
    }
    return json({ paths });
  });
}

/**
 * Answers a request for the OpenAPI v3 document of a group version, for example `/openapi/v3/apis/apps/v1`. The
 * document contains the schemas of the kinds, the schemas of all types that the kinds contain, and the operations of
 * each kind. `kubectl explain` shows the document, and `kubectl apply` uses the document for merges (P114).
 */
export function openApiDocument(
  catalog: Catalog,
  path: string,
  request: ApiRequest,
): Observable<ApiResponse> | undefined {
  const found = groupVersions(catalog).find((one) => pathOf(one) === path);
  if (found === undefined) return undefined;
  return inSteps(request, () => groupVersionHashSteps(found)).pipe(
    concatMap((hash) => {
      const known = unchanged(request, hash);
      return known === undefined ? inPieces(request, piecesOf(found), tagHeaders(hash)) : of(known);
    }),
  );
}

function piecesOf(found: GroupVersion): Generator<Uint8Array | undefined> {
  const head = {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: `v${version.major}.${version.minor}` },
  };
  const sections = [
    { names: ['paths'], members: operationPaths(`/${pathOf(found)}`, found.resources) },
    { names: ['components', 'schemas'], members: schemasOf(found.resources) },
  ];
  return joined(jsonParts(head, sections));
}

/** Returns the path of a group version, without a leading slash. */
export function pathOf({ group, apiVersion }: GroupVersion): string {
  return group === '' ? 'api/v1' : `apis/${apiVersion}`;
}
