import { wantsAggregated } from '../http/negotiate.ts';
import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, json, plain } from '../http/response.ts';
import { own } from '../json.ts';
import type { Catalog } from '../resources/catalog.ts';
import { methodNotAllowed, nothingHere } from '../status/refusals.ts';
import { aggregated } from './aggregated.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import { openApiDocument, openApiIndex } from './open-api.ts';
import { version } from './version.ts';

/**
 * What the server tells about itself (P110–P116).
 *
 * @throws Refusal 404 for a path that is not there, 405 for anything but GET
 */
export function discover(catalog: Catalog, request: ApiRequest): ApiResponse {
  const [root = '', ...below] = request.path.split('/').filter((part) => part !== '');
  const answer = own(answers, root)?.(catalog, below, request);
  if (answer === undefined) throw nothingHere();
  if (request.method !== 'GET') throw methodNotAllowed();
  return answer;
}

type Answer = (catalog: Catalog, below: readonly string[], request: ApiRequest) => ApiResponse | undefined;

const ok: Answer = () => plain('ok');

const answers: Readonly<Record<string, Answer>> = {
  healthz: ok,
  livez: ok,
  readyz: ok,
  version: (_, below) => (below.length === 0 ? json(version) : undefined),
  api: (catalog, below, request) => {
    if (below.length > 0) return maybe(apiResourceList(catalog, '', below));
    return wantsAggregated(request.headers['accept'])
      ? aggregated(catalog, (group) => group === '', request)
      : json(apiVersions);
  },
  apis: (catalog, below, request) => {
    const [group, ...version] = below;
    if (group !== undefined) {
      return maybe(
        version.length === 0 ? apiGroup(catalog, group) : apiResourceList(catalog, group, version),
      );
    }
    return wantsAggregated(request.headers['accept'])
      ? aggregated(catalog, (name) => name !== '', request)
      : json(apiGroupList(catalog));
  },
  openapi: (catalog, [version, ...path]) => {
    if (version !== 'v3') return undefined;
    return path.length === 0 ? json(openApiIndex(catalog)) : maybe(openApiDocument(catalog, path.join('/')));
  },
};

const maybe = (value: object | undefined): ApiResponse | undefined =>
  value === undefined ? undefined : json(value);
