import Negotiator from 'negotiator';
import { EMPTY } from 'rxjs';
import type { ApiRequest } from '../../http/request.ts';
import { type ApiResponse, bytes } from '../../http/response.ts';
import type { Json } from '../../json.ts';
import type { Catalog } from '../../resources/catalog.ts';
import { encode } from '../../wire/encode.ts';
import { fingerprint } from '../etag.ts';
import { groupVersions } from '../group-versions.ts';
import { operationPaths } from '../open-api/paths.ts';
import { pathOf } from '../open-api/open-api.ts';
import { schemasOf } from '../open-api/schemas.ts';
import { version } from '../version.ts';
import { encodeDocument } from './encode-document.ts';
import { pathsInV2 } from './paths-in-v2.ts';
import { inV2 } from './schema-in-v2.ts';

/**
 * `/openapi/v2`: everything in one document, in JSON or in the protobuf that `kubectl explain --output=plaintext-openapiv2`
 * and older clients ask for.
 */
export function openApiV2(catalog: Catalog, { headers }: ApiRequest): ApiResponse {
  const { accept = '' } = headers;
  const asked = accept.replaceAll(protobufNames, protobuf);
  const type =
    asked.trim() === ''
      ? json
      : new Negotiator({ headers: { accept: asked } }).mediaType([json, protobuf, jsonOfOld]);
  if (type === undefined) return { status: 406, headers: { vary: 'Accept' }, body: () => EMPTY };

  const document = documentOf(catalog);
  const etag = `"${document.mark}"`;
  const common = { etag, vary: 'Accept' };
  if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: () => EMPTY };
  const isProtobuf = type === protobuf;
  const body = isProtobuf ? document.protobuf() : document.json;
  return bytes(body, 200, { ...common, 'content-type': isProtobuf ? protobuf : json });
}

const json = 'application/json';
const jsonOfOld = 'application/com.github.proto-openapi.spec.v2@v1.0+json';
const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** Clients ask by a name that is no media type, strictly. */
const protobufNames = /application\/com\.github\.proto-openapi\.spec\.v2@v1\.0\+protobuf/g;

interface Document {
  readonly mark: string;
  readonly json: Uint8Array;
  readonly protobuf: () => Uint8Array;
}

/** Made when it is asked for, and kept until resources come or go: their list is another one then. */
function documentOf({ all }: Catalog): Document {
  const known = documents.get(all);
  if (known !== undefined) return known;
  const written = JSON.stringify(described({ all }));
  let encoded: Uint8Array | undefined;
  const document: Document = {
    mark: fingerprint(written),
    json: encode(written),
    protobuf: () => (encoded ??= encodeDocument(JSON.parse(written) as Json)),
  };
  documents.set(all, document);
  return document;
}

const documents = new WeakMap<Catalog['all'], Document>();

function described(catalog: Pick<Catalog, 'all'>): Json {
  const definitions = inV2(schemasOf(catalog.all));
  const paths = groupVersions(catalog).map((one) => operationPaths(`/${pathOf(one)}`, one.resources));
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v${version.major}.${version.minor}` },
    paths: pathsInV2(Object.assign({}, ...paths) as Json, definitions),
    definitions,
  };
}
