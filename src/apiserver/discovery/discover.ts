import { addRoute, createRouter, findRoute } from 'rou3';
import { isObservable, type Observable, of } from 'rxjs';
import { checkAccepts, wantsAggregated } from '../http/negotiate.ts';
import { inPieces } from '../http/pieces.ts';
import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, json } from '../http/response.ts';
import { methodNotAllowed, unknownPath } from '../status/refusals.ts';
import { aggregated } from './aggregated.ts';
import { encodedLine, joined } from './document-pieces.ts';
import { health, healthCheck, type HealthQuestion } from './health.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import { openApiDocument, openApiIndex } from './open-api/open-api.ts';
import { type DiscoveryContext, openApiV2 } from './open-api-v2/open-api-v2.ts';
import { rootPaths } from './root-paths.ts';
import { version } from './version.ts';

/**
 * Answers requests for discovery documents and for the health of the server (P110–P116).
 *
 * @throws Refusal 404 for a path that does not exist
 * @throws Refusal 405 for a method other than GET
 */
export function discover(context: DiscoveryContext, request: ApiRequest): Observable<ApiResponse> {
  const found = findRoute(router, '', request.path);
  const answer = found?.data(context, request, found.params ?? {});
  if (answer === undefined) throw unknownPath();
  if (request.method !== 'GET') throw methodNotAllowed();
  if (/^\/(?:apis?|version)(?:\/|$)/.test(request.path)) checkAccepts(request);
  return isObservable(answer) ? answer : of(answer);
}

type Answer = (
  context: DiscoveryContext,
  request: ApiRequest,
  parts: Readonly<Record<string, string>>,
) => ApiResponse | Observable<ApiResponse> | undefined;

const healthQuestion = (word: string): HealthQuestion | undefined =>
  (['healthz', 'livez', 'readyz'] as const).find((one) => one === word);

const maybe = (value: object | undefined): ApiResponse | undefined =>
  value === undefined ? undefined : json(value);

/** Creates the response in pieces, because the response may be large. */
const large = (
  request: ApiRequest,
  parts: Iterable<string> | undefined,
): Observable<ApiResponse> | undefined => parts && inPieces(request, joined(encodedLine(parts)));

const answers: Readonly<Record<string, Answer>> = {
  '/': ({ catalog }) => json(rootPaths(catalog)),
  '/:question': (_, request, { question = '' }) => {
    const asked = request.path === `/${question}` ? healthQuestion(question) : undefined;
    return asked && health(asked, request);
  },
  '/:question/**:check': (_, __, { question = '', check = '' }) => {
    const asked = healthQuestion(question);
    return asked && healthCheck(asked, check);
  },
  '/version': () => json(version),
  '/api': ({ catalog }, request) =>
    wantsAggregated(request.headers['accept'])
      ? aggregated(catalog, (group) => group === '', request)
      : json(apiVersions(request.headers['host'])),
  '/api/:version': ({ catalog }, request, { version: of = '' }) =>
    large(request, apiResourceList(catalog, '', of)),
  '/apis': ({ catalog }, request) =>
    wantsAggregated(request.headers['accept'])
      ? aggregated(catalog, (group) => group !== '', request)
      : large(request, apiGroupList(catalog)),
  '/apis/:group': ({ catalog }, _, { group = '' }) => maybe(apiGroup(catalog, group)),
  '/apis/:group/:version': ({ catalog }, request, { group = '', version: of = '' }) =>
    large(request, apiResourceList(catalog, group, of)),
  '/openapi/v2': openApiV2,
  '/openapi/v3': ({ catalog }, request) => openApiIndex(catalog, request),
  '/openapi/v3/**:path': ({ catalog }, request, { path = '' }) => openApiDocument(catalog, path, request),
};

const router = createRouter<Answer>();
for (const [path, answer] of Object.entries(answers)) addRoute(router, '', path, answer);
