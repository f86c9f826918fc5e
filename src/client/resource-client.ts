import { map, type Observable, Subject } from 'rxjs';
import {
  aFunction,
  anObject,
  aString,
  aBoolean,
  checkArgument,
  checkKind,
  checkNamespaced,
  checkPathSegment,
  checkOptions,
  collectionPath,
  integer,
  keyOf,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  pathOf,
  ProtocolError,
  type Resource,
  type Rule,
  splitKey,
} from '../objects/index.ts';
import { aTransport, isWellFormed, type KubeRequest, requestLine, type Transport } from '../source/index.ts';
import { editUntilAccepted } from './edit-until-accepted.ts';
import type { JsonObject } from './machine/answer-reader.ts';
import { bodyOf, jsonOf, metadataOf, namedMetadata } from './request-body.ts';
import type {
  ApiWarning,
  KubeStatus,
  ResourceClient,
  ResourceClientOptions,
  SubresourceClient,
} from './resource-client-types.ts';
import { type RequestSettings, sendAndComplete, sendRequest } from './send-request.ts';
import { applyQuery, deleteAllQuery, deleteBody, writeQuery } from './write-options.ts';

/**
 * Creates a client that reads and writes the objects of one resource, over any transport.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const deployments = resourceClient(transport, apps.v1.deployments);
 * const scaled$ = deployments.edit('shop/web', (draft) => {
 *   if (draft.spec) draft.spec.replicas = 3;
 * });
 * ```
 */
export function resourceClient<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  options: ResourceClientOptions = {},
): ResourceClient<T> {
  checkArgument('resourceClient: transport', transport, aTransport);
  checkKind('resourceClient: resource', resource);
  checkOptions('resourceClient', options, { maxRetries: integer(0), keepManagedFields: aBoolean });
  const warnings$ = new Subject<ApiWarning>();
  const settings: RequestSettings = {
    transport,
    // The answer to a token review contains the token.
    confidential: resource.resource === 'secrets' || resource.kind.endsWith('Review'),
    maxRetries: options.maxRetries ?? 0,
    keepManagedFields: options.keepManagedFields ?? false,
    onWarning: (text, request) => warnings$.next({ text, request }),
  };
  const objects = objectMethods<T>(settings, resource, '');

  return {
    ...objects,
    create: (object, write) => {
      const query = writeQuery('create', write);
      checkArgument('create: object', object, aSecretObject);
      const { namespace = '' } = metadataOf(object);
      checkNamespace('create: metadata.namespace', resource, namespace);
      const request: KubeRequest = {
        method: 'POST',
        path: collectionPath(resource, namespace),
        query,
        body: bodyOf('create', resource, object),
      };
      // The answer to a review has no uid, and the answer to a binding is a Status.
      const isWhole = !/Review$|^Binding$/.test(resource.kind);
      return sendRequest(settings, request).pipe(
        map((answer) => (isWhole ? validObject(answer, request) : answer) as unknown as T),
      );
    },
    delete: (key, deletion) => {
      const body = deleteBody('delete', deletion);
      const request: KubeRequest = { method: 'DELETE', path: objectPath('delete', resource, key), body };
      return sendRequest(settings, request).pipe(
        map((answer) => (answer['kind'] === 'Status' ? undefined : (validObject(answer, request) as T))),
        map((object) => (object !== undefined && isKept(object) ? object : undefined)),
      );
    },
    deleteAll: (selector, deletion) => {
      const body = deleteBody('deleteAll', deletion);
      const query = deleteAllQuery(selector);
      const { namespace = '' } = selector;
      checkNamespace('deleteAll: namespace', resource, namespace);
      const path = collectionPath(resource, namespace);
      return sendAndComplete(settings, { method: 'DELETE', path, query, body });
    },
    status: subresourceMethods<T>(settings, resource, 'status'),
    subresource: <S extends KubeObject>(name: string) => {
      checkArgument('subresource: name', name, aSubresource);
      // The answer of a subresource can be a secret, such as the token of a service account.
      return subresourceMethods<S>({ ...settings, confidential: true }, resource, name);
    },
    warnings$: warnings$.asObservable(),
  };
}

type ObjectMethods<T extends KubeObject> = Pick<
  ResourceClient<T>,
  'get' | 'update' | 'patch' | 'apply' | 'edit'
>;

/** Creates the methods that a resource and its subresources have. `subresource` is `''` for the objects themselves. */
function objectMethods<T extends KubeObject>(
  settings: RequestSettings,
  resource: Resource,
  subresource: string,
): ObjectMethods<T> {
  // The server answers with a whole object, which has a uid, only for the object itself and for the
  // subresource `status`.
  const isWhole = subresource === '' || subresource === 'status';
  const send = (request: KubeRequest): Observable<T> =>
    sendRequest(settings, request).pipe(
      map((answer) => (isWhole ? validObject(answer, request) : answer) as unknown as T),
    );
  const pathFor = (of: string, key: ObjectKey): string =>
    subresource === '' ? objectPath(of, resource, key) : `${objectPath(of, resource, key)}/${subresource}`;
  // The objects of other subresources, such as `scale`, have a kind of their own.
  const kind = isWhole ? resource : undefined;

  const methods: ObjectMethods<T> = {
    get: (key) => send({ path: pathFor('get', key) }),
    update: (object, options) => {
      const query = writeQuery('update', options);
      checkArgument('update: object', object, aSecretObject);
      const path = pathFor('update', keyOf(object));
      return send({ method: 'PUT', path, query, body: bodyOf('update', kind, object) });
    },
    patch: (key, patch, options) => {
      const query = writeQuery('patch', options);
      checkArgument('patch: patch', patch, aPatch);
      const headers = {
        'content-type': Array.isArray(patch) ? 'application/json-patch+json' : 'application/merge-patch+json',
      };
      return send({
        method: 'PATCH',
        path: pathFor('patch', key),
        query,
        headers,
        body: jsonOf('patch: patch', patch),
      });
    },
    apply: (key, object, options) => {
      const query = applyQuery(options);
      checkArgument('apply: object', object, aSecretObject);
      return send({
        method: 'PATCH',
        path: pathFor('apply', key),
        query,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: bodyOf('apply', kind, { ...object, metadata: namedMetadata('apply', key, metadataOf(object)) }),
      });
    },
    edit: (key, recipe, options = {}) => {
      writeQuery('edit', options, { from: aStoreOwner, attempts: integer(1) });
      checkArgument('edit: recipe', recipe, aFunction);
      const { from, attempts = 5, ...write } = options;
      objectPath('edit', resource, key);
      return editUntilAccepted<T>({
        recipe,
        attempts,
        cached: () => from?.store.get(key),
        read$: methods.get(key),
        write: (patch) => methods.patch(key, patch, write),
      });
    },
  };
  return methods;
}

function subresourceMethods<S extends KubeObject>(
  settings: RequestSettings,
  resource: Resource,
  name: string,
): SubresourceClient<S> {
  return {
    ...objectMethods<S>(settings, resource, name),
    create: (key, object, options) => {
      const query = writeQuery('create', options);
      checkArgument('create: object', object, aSecretObject);
      const path = `${objectPath('create', resource, key)}/${name}`;
      const body = bodyOf('create', undefined, {
        ...object,
        metadata: namedMetadata('create', key, metadataOf(object)),
      });
      return sendRequest(settings, { method: 'POST', path, query, body }).pipe(
        map((answer) => answer as unknown as S | KubeStatus),
      );
    },
  };
}

/** Returns the URL path of an object. @throws OptionsError for a key with a wrong or missing namespace */
function objectPath(of: string, resource: Resource, key: ObjectKey): string {
  checkArgument(`${of}: key`, key, aString);
  const { namespace, name } = splitKey(key);
  if (name === '') throw new OptionsError(`${of}: key`, key, '`name` or `namespace/name`');
  checkNamespace(`${of}: key`, resource, namespace);
  return pathOf(resource, key);
}

function checkNamespace(option: string, resource: Resource, namespace: string): void {
  checkPathSegment(option, namespace);
  checkNamespaced(option, resource, namespace);
  if (!resource.namespaced || namespace !== '') return;
  throw new OptionsError(option, namespace, `with a namespace: ${resource.resource} are namespaced`);
}

/** @throws ProtocolError for a response without a name, uid or resourceVersion */
function validObject(answer: JsonObject, request: KubeRequest): KubeObject {
  const object = answer as unknown as KubeObject;
  // A dry run of a create has no resourceVersion, because the server stores nothing.
  const dryRun = request.query?.['dryRun'] !== undefined;
  const metadata = dryRun ? { uid: '-', ...metadataOf(answer), resourceVersion: '0' } : object.metadata;
  if (isWellFormed({ metadata } as KubeObject)) return object;
  throw new ProtocolError(
    `the answer to ${requestLine(request)} has no name, uid or resourceVersion; is this the API server?`,
  );
}

/** Whether a deleted object still exists. Some resources answer with the object although it is gone. */
const isKept = ({
  metadata,
  spec,
}: KubeObject & { readonly spec?: { readonly finalizers?: readonly string[] } }): boolean =>
  metadata.deletionTimestamp !== undefined &&
  // The finalizers of a namespace are in its spec.
  ([...(metadata.finalizers ?? []), ...(spec?.finalizers ?? [])].length > 0 ||
    (metadata.deletionGracePeriodSeconds ?? 0) > 0);

/** The object can be a Secret, so errors do not contain it. */
const aSecretObject: Rule = {
  allowed: 'an object',
  secret: true,
  test: (given) => anObject.test(given),
};
const aPatch: Rule = {
  allowed: 'a JSON patch (an array), or a merge patch (an object)',
  secret: true,
  test: (given) => typeof given === 'object' && given !== null,
};
const aSubresource: Rule = {
  allowed: 'a name, such as scale or eviction',
  test: (given) => typeof given === 'string' && /^[a-z][-a-z0-9]*(\/[a-z][-a-z0-9]*)*$/.test(given),
};
const aStoreOwner: Rule = {
  allowed: 'an informer',
  test: (given) => aFunction.test((given as { store?: { get?: unknown } } | null)?.store?.get),
};
