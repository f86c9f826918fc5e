import Negotiator from 'negotiator';
import { concatMap, EMPTY, type Observable, of } from 'rxjs';
import { inSteps } from '../../http/in-steps.ts';
import { inPieces } from '../../http/pieces.ts';
import type { ApiRequest } from '../../http/request.ts';
import type { ApiResponse } from '../../http/response.ts';
import type { Json } from '../../json.ts';
import type { Catalog } from '../../resources/catalog.ts';
import { joined, jsonParts, remembered } from '../document-pieces.ts';
import { tagHeaders, unchanged } from '../etag.ts';
import { type GroupVersion, groupVersions } from '../group-versions.ts';
import { hashOfAllSteps } from '../open-api/schema-hashes.ts';
import { pathOf } from '../open-api/open-api.ts';
import { operationPaths } from '../open-api/paths.ts';
import { schemaSteps } from '../open-api/schemas.ts';
import { version } from '../version.ts';
import { protobufParts } from './encode-document.ts';
import { pathsInV2 } from './paths-in-v2.ts';
import { schemaInV2 } from './schema-in-v2.ts';

/**
 * `/openapi/v2`: everything in one document, in JSON or in the protobuf that `kubectl explain --output=plaintext-openapiv2`
 * and older clients ask for.
 */
export function openApiV2(catalog: Catalog, request: ApiRequest): Observable<ApiResponse> {
  const { headers } = request;
  const { accept = '' } = headers;
  const asked = accept.replaceAll(protobufNames, protobuf);
  const type =
    asked.trim() === ''
      ? json
      : new Negotiator({ headers: { accept: asked } }).mediaType([json, protobuf, jsonOfOld]);
  if (type === undefined) return of({ status: 406, headers: { vary: 'Accept' }, body: () => EMPTY });

  const { all } = catalog;
  const versions = groupVersions(catalog);
  return inSteps(request, () => hashOfAllSteps(versions)).pipe(
    concatMap((hash) => {
      const known = unchanged(request, hash);
      if (known !== undefined) return of(known);
      const form = type === protobuf ? protobuf : json;
      return inPieces(request, piecesOf(all, versions, form), tagHeaders(hash, { 'content-type': form }));
    }),
  );
}

const json = 'application/json';
const jsonOfOld = 'application/com.github.proto-openapi.spec.v2@v1.0+json';
const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** Clients ask by a name that is no media type, strictly. */
const protobufNames = /application\/com\.github\.proto-openapi\.spec\.v2@v1\.0\+protobuf/g;

type Form = typeof json | typeof protobuf;

/** Kept, where they are not too many, until resources come or go: their list is another one then. */
function piecesOf(
  all: Catalog['all'],
  versions: readonly GroupVersion[],
  form: Form,
): Iterator<Uint8Array | undefined, unknown> {
  const documents = documentsOf(all);
  const known = documents.get(form);
  if (known !== undefined) return known.values();
  return remembered(piecesMade(all, versions, form), (pieces) => documents.set(form, pieces));
}

function documentsOf(all: Catalog['all']): Map<Form, readonly Uint8Array[]> {
  const known = encoded.get(all) ?? new Map<Form, readonly Uint8Array[]>();
  encoded.set(all, known);
  return known;
}

/** A cache: the documents of a catalog, which never changes. They go with it. */
const encoded = new WeakMap<Catalog['all'], Map<Form, readonly Uint8Array[]>>();

function* piecesMade(
  all: Catalog['all'],
  versions: readonly GroupVersion[],
  form: Form,
): Generator<Uint8Array | undefined> {
  const schemas = yield* schemaSteps(all);
  const head = {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v${version.major}.${version.minor}` },
  };
  const sections = [
    { names: ['paths'], members: paths(versions, schemas) },
    { names: ['definitions'], members: definitions(schemas) },
  ];
  yield* joined((form === json ? jsonParts : protobufParts)(head, sections));
}

function* paths(versions: readonly GroupVersion[], schemas: Json): Generator<readonly [string, unknown]> {
  for (const one of versions) {
    const ofVersion: Json = operationPaths(`/${pathOf(one)}`, one.resources);
    yield* Object.entries(pathsInV2(ofVersion, schemas));
  }
}

function* definitions(schemas: Json): Generator<readonly [string, unknown]> {
  for (const [name, schema] of Object.entries(schemas)) yield [name, schemaInV2(schema)];
}
