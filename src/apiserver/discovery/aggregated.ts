import { concatMap, type Observable, of } from 'rxjs';
import { inSteps } from '../http/in-steps.ts';
import { aggregatedDiscovery } from '../http/negotiate.ts';
import { inPieces } from '../http/pieces.ts';
import type { ApiRequest } from '../http/request.ts';
import type { ApiResponse } from '../http/response.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import { encodedLine, joined, partsWithArray } from './document-pieces.ts';
import { fingerprint, tagHeaders, unchanged } from './etag.ts';
import { type GroupVersion, groups } from './group-versions.ts';

type Group = readonly [name: string, versions: readonly GroupVersion[]];

/** Answers with the aggregated discovery document (P112). A client caches the document by the ETag. */
export function aggregated(
  catalog: Catalog,
  includes: (group: string) => boolean,
  request: ApiRequest,
): Observable<ApiResponse> {
  const found = [...groups(catalog)].filter(([group]) => includes(group));
  const type = { 'content-type': aggregatedDiscovery };
  return inSteps(request, () => hashSteps(found)).pipe(
    concatMap((mark) => {
      const known = unchanged(request, mark, type);
      if (known !== undefined) return of(known);
      return inPieces(request, joined(encodedLine(documentParts(found))), tagHeaders(mark, type));
    }),
  );
}

/**
 * Computes a hash of the aggregated discovery document. Yields after each resource, so that the caller can pause. The
 * function caches the hash of each resource.
 */
function* hashSteps(all: readonly Group[]): Generator<undefined, string> {
  const hashes: unknown[] = [];
  for (const [name, versions] of all) {
    for (const { version, resources } of versions) {
      hashes.push([name, version]);
      for (const resource of resources) {
        hashes.push(hashOf(resource));
        yield undefined;
      }
    }
  }
  return fingerprint(hashes);
}

function hashOf(resource: Resource): string {
  const known = computed.get(resource);
  if (known !== undefined) return known;
  const hash = fingerprint(rowOf(resource));
  computed.set(resource, hash);
  return hash;
}

/**
 * The cached hash of each resource. A resource never changes. The garbage collector of JavaScript removes an entry
 * together with the resource.
 */
const computed = new WeakMap<Resource, string>();

function documentParts(all: readonly Group[]): Generator<string> {
  const head = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {} };
  return partsWithArray(head, ['items', mapped(all, groupParts)]);
}

function groupParts([name, versions]: Group): Generator<string> {
  return partsWithArray({ metadata: name === '' ? {} : { name } }, [
    'versions',
    mapped(versions, versionParts),
  ]);
}

function versionParts({ version, resources }: GroupVersion): Generator<string> {
  const rows = mapped(resources, (resource) => [JSON.stringify(rowOf(resource))]);
  return partsWithArray({ version }, ['resources', rows], { freshness: 'Current' });
}

function* mapped<From, To>(all: Iterable<From>, to: (one: From) => To): Generator<To> {
  for (const one of all) yield to(one);
}

function rowOf({ group, resource, singular, namespaced, kind, verbs, ...more }: Resource): object {
  // As in kube-apiserver, the version of the core group is empty in the aggregated discovery document.
  const version = group === '' ? '' : more.version;
  const subresources = more.subresources.map((one) => ({
    subresource: one.name,
    responseKind: { group: one.group ?? group, version: one.version ?? version, kind: one.kind },
    verbs: one.verbs,
  }));
  return {
    resource,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(more.shortNames.length === 0 ? {} : { shortNames: more.shortNames }),
    ...(more.categories.length === 0 ? {} : { categories: more.categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
