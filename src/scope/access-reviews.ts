import {
  catchError,
  concatMap,
  defer,
  from,
  map,
  type Observable,
  of,
  takeWhile,
  throwError,
  every,
} from 'rxjs';
import { resourceClient } from '../client/index.ts';
import {
  type GroupVersionResource,
  isRecord,
  type KubeObject,
  type Resource,
  StatusError,
} from '../objects/index.ts';
import type { Transport } from '../source/index.ts';
import { rulesAllow } from './machine/rules-allow.ts';

/** Asks the server for the rights of the user of a transport. */
export interface AccessReviews {
  /** Emits whether the user may list and watch a resource in a namespace; `''` means all namespaces. */
  mayListAndWatch(resource: GroupVersionResource, namespace: string): Observable<boolean>;
}

/** A review: an object that the server answers, and does not store. */
type Review = KubeObject & { readonly spec: object; readonly status?: unknown };

/**
 * Creates the reviews of one user. A `SelfSubjectRulesReview` names all rights in a namespace in one request. If the
 * server cannot name all rights, or does not answer this review, a `SelfSubjectAccessReview` for each verb follows.
 */
export function accessReviews(transport: Transport): AccessReviews {
  const access = resourceClient<Review>(transport, reviewsNamed('SelfSubjectAccessReview'), retries);
  const rules = resourceClient<Review>(transport, reviewsNamed('SelfSubjectRulesReview'), retries);

  const byAccess = (resource: GroupVersionResource, namespace: string): Observable<boolean> =>
    from(verbs).pipe(
      concatMap((verb) => {
        const { group, version, resource: plural } = resource;
        const resourceAttributes = {
          group,
          version,
          resource: plural,
          verb,
          ...(namespace !== '' && { namespace }),
        };
        return access.create(review('SelfSubjectAccessReview', { resourceAttributes }));
      }),
      map(({ status }) => isRecord(status) && status['allowed'] === true),
      takeWhile((isAllowed) => isAllowed, true),
      every((isAllowed) => isAllowed),
    );

  const byRules = (resource: GroupVersionResource, namespace: string): Observable<boolean> =>
    rules.create(review('SelfSubjectRulesReview', { namespace })).pipe(
      concatMap(({ status }) => {
        if (rulesAllow(status, resource, verbs)) return of(true);
        const isComplete = isRecord(status) && status['incomplete'] === false;
        return isComplete ? of(false) : byAccess(resource, namespace);
      }),
      catchError((error: unknown) => {
        const isUnanswered = error instanceof StatusError && [403, 404, 405].includes(error.code);
        return isUnanswered ? byAccess(resource, namespace) : throwError(() => error);
      }),
    );

  return {
    mayListAndWatch: (resource, namespace) =>
      defer(() => (namespace === '' ? byAccess(resource, '') : byRules(resource, namespace))),
  };
}

const verbs = ['list', 'watch'] as const;
const retries = { maxRetries: 3 } as const;

const review = (kind: string, spec: object): Review =>
  ({ apiVersion: 'authorization.k8s.io/v1', kind, spec }) as unknown as Review;

const reviewsNamed = (kind: string): Resource<Review> => ({
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  kind,
  namespaced: false,
});
