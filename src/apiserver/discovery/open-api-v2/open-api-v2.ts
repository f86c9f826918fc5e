import Negotiator from 'negotiator';
import { concatMap, EMPTY, type Observable, of } from 'rxjs';
import { inSteps } from '../../http/in-steps.ts';
import { inPieces } from '../../http/pieces.ts';
import type { ApiRequest } from '../../http/request.ts';
import type { ApiResponse } from '../../http/response.ts';
import type { Catalog } from '../../resources/catalog.ts';
import { joined, jsonParts, KeptDocument } from '../document-pieces.ts';
import { tagHeaders, unchanged } from '../etag.ts';
import { type GroupVersion, groupVersions } from '../group-versions.ts';
import { hashOfAllSteps } from '../open-api/schema-hashes.ts';
import { definitionName } from '../open-api/definition-name.ts';
import { pathOf } from '../open-api/open-api.ts';
import { operationPaths } from '../open-api/paths.ts';
import { schemasOf } from '../open-api/schemas.ts';
import { version } from '../version.ts';
import { protobufParts } from './encode-document.ts';
import { pathInV2 } from './paths-in-v2.ts';
import { schemaInV2 } from './schema-in-v2.ts';

/** The parts of a server that discovery reads. */
export interface DiscoveryContext {
  readonly catalog: Catalog;
  readonly openApiV2Documents: OpenApiV2Documents;
}

/**
 * Answers `/openapi/v2` with one document for all schemas and paths. The document is JSON, or protobuf for
 * `kubectl explain --output=plaintext-openapiv2` and older clients.
 */
export function openApiV2(
  { catalog, openApiV2Documents }: DiscoveryContext,
  request: ApiRequest,
): Observable<ApiResponse> {
  const { headers } = request;
  const { accept = '' } = headers;
  const asked = accept.replaceAll(protobufNames, protobuf);
  const type =
    asked.trim() === ''
      ? json
      : new Negotiator({ headers: { accept: asked } }).mediaType([json, protobuf, jsonOfOld]);
  if (type === undefined) return of({ status: 406, headers: { vary: 'Accept' }, body: () => EMPTY });

  const versions = groupVersions(catalog);
  return inSteps(request, () => hashOfAllSteps(versions)).pipe(
    concatMap((hash) => {
      const known = unchanged(request, hash);
      if (known !== undefined) return of(known);
      const form = type === protobuf ? protobuf : json;
      return inPieces(
        request,
        openApiV2Documents.of(catalog, versions, form).read(),
        tagHeaders(hash, { 'content-type': form }),
      );
    }),
  );
}

const json = 'application/json';
const jsonOfOld = 'application/com.github.proto-openapi.spec.v2@v1.0+json';
const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * Matches the name that clients send in the `Accept` header for the protobuf media type. The name contains `@` and is
 * not a valid media type, so the server replaces the name by `protobuf`.
 */
const protobufNames = /application\/com\.github\.proto-openapi\.spec\.v2@v1\.0\+protobuf/g;

type Form = typeof json | typeof protobuf;

/**
 * The OpenAPI v2 documents of a server: one as JSON, and one as protobuf. The cached documents are valid until the
 * server adds or removes resources. The catalog then has a new list of resources.
 */
export class OpenApiV2Documents {
  #all: Catalog['all'] | undefined;
  readonly #byForm = new Map<Form, KeptDocument>();

  of({ all }: Catalog, versions: readonly GroupVersion[], form: Form): KeptDocument {
    if (this.#all !== all) {
      for (const document of this.#byForm.values()) document.discard();
      this.#byForm.clear();
      this.#all = all;
    }
    const document = this.#byForm.get(form) ?? new KeptDocument(() => piecesMade(all, versions, form));
    this.#byForm.set(form, document);
    return document;
  }
}

function* piecesMade(
  all: Catalog['all'],
  versions: readonly GroupVersion[],
  form: Form,
): Generator<Uint8Array | undefined> {
  const builtIn = new Set<string>();
  for (const [name] of schemasOf(all.filter((one) => one.builtIn))) {
    builtIn.add(name);
    yield undefined;
  }
  const head = {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v${version.major}.${version.minor}` },
  };
  const sections = [
    { names: ['paths'], members: paths(versions, builtIn) },
    { names: ['definitions'], members: definitions(all) },
  ];
  yield* joined((form === json ? jsonParts : protobufParts)(head, sections));
}

/**
 * Yields the paths of the OpenAPI v2 document.
 *
 * @param builtIn - the names of the definitions of the built-in kinds
 */
function* paths(
  versions: readonly GroupVersion[],
  builtIn: ReadonlySet<string>,
): Generator<readonly [path: string, item: unknown]> {
  for (const one of versions) {
    for (const resource of one.resources) {
      const own = definitionName(resource);
      const isDefined = (name: string): boolean =>
        builtIn.has(name) || (!resource.builtIn && (name === own || name === `${own}List`));
      for (const [path, item] of operationPaths(`/${pathOf(one)}`, [resource])) {
        yield [path, pathInV2(item, isDefined)];
      }
    }
  }
}

function* definitions(all: Catalog['all']): Generator<readonly [name: string, schema: unknown]> {
  for (const [name, schema] of schemasOf(all)) yield [name, schemaInV2(schema)];
}
