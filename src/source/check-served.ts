import {
  catchError,
  concatMap,
  defer,
  first,
  from,
  identity,
  map,
  mergeMap,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  reduce,
  throwError,
  timeout,
} from 'rxjs';
import { type GroupVersionResource, isRecord, StatusError } from '../objects/index.ts';
import type { ListerWatcherHooks } from './lister-watcher.ts';
import type { Transport } from './transport.ts';

/**
 * Returns an operator over the answer to a list or a watch. After a 404 the operator reads API discovery, if
 * the caller has set `checkServed`. If discovery shows that the server serves the resource in no version of
 * its group, the error gets a cause, and its `isNotServed` is true. Otherwise the error does not change.
 *
 * A 404 alone is no proof. A proxy answers 404 if its route is missing, often with the same text as an API
 * server. An old API server answers 404 while it starts. The resource can also have moved to another version
 * of its group, and then the objects still exist.
 */
export function checkServed<T>(
  transport: Transport,
  resource: GroupVersionResource,
  { checkServed: isWanted }: Pick<ListerWatcherHooks<never>, 'checkServed'>,
): MonoTypeOperatorFunction<T> {
  // The core group has no custom resources, so no resource of this group can be removed.
  if (isWanted !== true || resource.group === '') return identity;
  return catchError((error: unknown) => {
    if (!(error instanceof StatusError) || error.failure !== 'notFound') return throwError(() => error);
    return isServed(transport, resource).pipe(
      timeout({ first: discoveryTimeout }),
      catchError(() => of(true)), // without a complete answer, the resource counts as served
      mergeMap((served) => throwError(() => (served ? error : notServed(error)))),
    );
  });
}

function notServed({ code, reason, message, advice }: StatusError): StatusError {
  return new StatusError({ code, reason, message, advice, causes: [{ reason: 'ResourceNotServed' }] });
}

/**
 * Emits whether a version of the group contains the resource. Errors if a document is missing or malformed. A version that
 * the list of groups names, but whose document is missing, is such an error: the server is starting, or is about to change.
 */
function isServed(transport: Transport, { group, resource }: GroupVersionResource): Observable<boolean> {
  return documentAt(transport, '/apis').pipe(
    mergeMap((groups) => from(versionsOf(groups, group))),
    concatMap((groupVersion) => documentAt(transport, `/apis/${groupVersion}`)),
    map((document) => membersOf(document, 'APIResourceList', 'resources').includes(resource)),
    first((served) => served, false),
  );
}

function versionsOf(document: unknown, group: string): readonly string[] {
  const names = membersOf(document, 'APIGroupList', 'groups');
  const groups = (document as { readonly groups: readonly object[] }).groups;
  // A server whose only group is that of the aggregator has not loaded its groups yet.
  if (names.every((name) => name === 'apiregistration.k8s.io')) throw new Error('no groups');
  const found = groups[names.indexOf(group)];
  if (found === undefined) return [];
  const { versions } = found as { readonly versions?: unknown };
  if (!Array.isArray(versions) || versions.length === 0) throw new Error('no versions');
  return versions.map((version: unknown) => textOf(version, 'groupVersion'));
}

/** Returns the names of the groups or resources in a document. @throws Error for a malformed document */
function membersOf(document: unknown, kind: string, member: string): readonly string[] {
  if (!isRecord(document) || document['kind'] !== kind) throw new Error(`no ${kind}`);
  const members = document[member];
  if (!Array.isArray(members)) throw new Error(`no ${member}`);
  return members.map((one: unknown) => textOf(one, 'name'));
}

function textOf(value: unknown, name: string): string {
  const text = isRecord(value) ? value[name] : undefined;
  if (typeof text !== 'string') throw new Error(`no ${name}`);
  return text;
}

function documentAt(transport: Transport, path: string): Observable<unknown> {
  return defer(() => {
    const decoder = new TextDecoder();
    return transport.open({ path, headers: { accept: 'application/json' } }).pipe(
      reduce((text, chunk) => {
        if (text.length + chunk.length > maxLength) throw new Error('too long');
        return text + decoder.decode(chunk, { stream: true });
      }, ''),
      map((text) => JSON.parse(text + decoder.decode()) as unknown),
    );
  });
}

/** The time limit for all documents together, in ms. */
const discoveryTimeout = 10_000;
/** The maximum length of a document in characters. The groups of a cluster with 1,000 CRD groups have 0.3 MB. */
const maxLength = 2_097_152;
