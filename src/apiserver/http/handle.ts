import { catchError, defer, map, type Observable, of } from 'rxjs';
import type { User } from '../access/user.ts';
import { isReview } from '../access/review/reviews.ts';
import { discover } from '../discovery/discover.ts';
import { deleteCollection, deleteObject } from '../handlers/delete.ts';
import { finalizeNamespace } from '../handlers/finalize.ts';
import { connect, getLog } from '../handlers/kubelet.ts';
import type { Operation } from '../handlers/operation.ts';
import { createBinding, createEviction } from '../handlers/pod-writes.ts';
import { createReview, createToken } from '../handlers/questions.ts';
import { getObject, listObjects } from '../handlers/read.ts';
import { getScale, patchScale, updateScale } from '../handlers/scale.ts';
import { watchObjects } from '../handlers/watch.ts';
import { createObject, patchObject, updateObject } from '../handlers/write.ts';
import { own } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { methodNotAllowed, unknownPath } from '../status/refusals.ts';
import { checkSite } from './check-site.ts';
import { preflight, shared } from './cors.ts';
import { formOf } from './negotiate.ts';
import { pretty } from './pretty.ts';
import { type ApiResponse, statusResponse } from './response.ts';
import { inYaml } from './in-yaml.ts';
import { resourceAt, type ResourcePath } from './route.ts';
import type { SentRequest } from './sender.ts';
import { withWarnings } from './warnings.ts';
import { takes, type Verb } from './verb.ts';

/**
 * Answers a request. The Observable emits once. For an in-process request, the Observable emits synchronously, unless
 * the request waits for a resourceVersion.
 */
export function handle(server: ServerContext, request: SentRequest): Observable<ApiResponse> {
  const { cors } = server;
  return defer(() => {
    const asked = preflight(cors, request);
    return asked === undefined ? answer(server, request) : of(asked);
  }).pipe(
    catchError((error: unknown) => {
      if (error instanceof Refusal) return of(statusResponse(error.status));
      throw error;
    }),
    map((response) => shared(cors, request, pretty(request, inYaml(request, response)))),
  );
}

/** A request whose head the server has accepted. */
interface Admitted {
  readonly user: User;
  /** The parsed path of the request. The path is `undefined` if it names no resource. */
  readonly path: ResourcePath | undefined;
  readonly verb: Verb | undefined;
}

/**
 * Authenticates and authorizes the client, in the order of the filters of kube-apiserver. Before the authentication,
 * the function refuses requests of a browser for a page of another site. The function does not use the body, because
 * the body may not have arrived yet.
 *
 * @throws Refusal 400, 401, 403
 */
export function admitted(server: ServerContext, request: SentRequest): Admitted {
  checkSite(server, request);
  const { path, verb, authorizedUser } = request.sender;
  return { user: authorizedUser(), path, verb };
}

/** Answers a request after the authorization of the client. */
function answer(server: ServerContext, request: SentRequest): Observable<ApiResponse> {
  const { user, path, verb } = admitted(server, request);
  if (path === undefined) return discover(server, request);

  const resource = resourceAt(server.catalog, path);
  if (resource === undefined) throw unknownPath();
  const needsNamespace = resource.namespaced && path.namespace === '';
  if (verb === undefined || !takes(resource, path, verb)) throw methodNotAllowed();
  if (needsNamespace && !ofAllNamespaces.has(verb)) throw methodNotAllowed();
  const form = formOf(request, verb, resource);
  const answer = operationsOf(resource, path.subresource)[verb];
  if (answer === undefined) throw methodNotAllowed();
  const answered = answer({ server, request, user, resource, path, form });
  const { deprecation } = resource;
  return deprecation === undefined
    ? answered
    : answered.pipe(map((response) => withWarnings(response, [deprecation])));
}

const ofAllNamespaces = new Set<Verb>(['list', 'watch']);

type Operations = Readonly<Partial<Record<Verb, (operation: Operation) => Observable<ApiResponse>>>>;

const operations: Operations = {
  get: getObject,
  list: listObjects,
  watch: (operation) => of(watchObjects(operation)),
  create: createObject,
  update: updateObject,
  patch: patchObject,
  delete: deleteObject,
  deletecollection: deleteCollection,
};

function operationsOf(resource: Resource, subresource: string): Operations {
  if (subresource === '' && isReview(resource)) return { create: (operation) => of(createReview(operation)) };
  return own(ofSubresource, subresource) ?? operations;
}

const scaleOperations: Operations = {
  get: (operation) => of(getScale(operation)),
  update: (operation) => of(updateScale(operation)),
  patch: (operation) => of(patchScale(operation)),
};

const connections: Operations = {
  get: (operation) => of(connect(operation)),
  create: (operation) => of(connect(operation)),
};

const ofSubresource: Readonly<Record<string, Operations>> = {
  scale: scaleOperations,
  token: { create: (operation) => of(createToken(operation)) },
  binding: { create: createBinding },
  eviction: { create: createEviction },
  log: { get: (operation) => of(getLog(operation)) },
  exec: connections,
  attach: connections,
  portforward: connections,
  finalize: { update: finalizeNamespace },
};
