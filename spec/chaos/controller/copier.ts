import { catchError, EMPTY, ignoreElements, map, type Observable, throwError } from 'rxjs';
import { keyOf, splitKey, StatusError } from 'rx-informer';
import { ownerReference, type ResourceClient } from 'rx-informer/client';
import { type ReconcileContext, withFinalizer } from 'rx-informer/controller';
import type { ConfigMap, Secret } from 'rx-informer/kinds';
import type { View } from './own-writes-records.ts';

/** The clients and stores of the controller under test. The sources are ConfigMaps, and the copies are Secrets. */
export interface CopierParts {
  readonly sources: View<ConfigMap>;
  readonly copies: View<Secret>;
}

/** The finalizer of the sources. */
const finalizer = 'chaos.example.com/copy';

/**
 * Returns the reconcile function of the controller under test. For each ConfigMap, the function keeps a Secret with the
 * same name and the same value. The key decides how the function writes the Secret: by an apply, by `edit`, or by an
 * update.
 */
export function copier({
  sources,
  copies,
}: CopierParts): (context: ReconcileContext) => Observable<undefined> {
  const reconcile = withFinalizer(finalizer, sources, sources.client, {
    apply: ({ key }) => {
      const source = sources.store.get(key);
      const copy = copies.store.get(key);
      if (source === undefined || (copy !== undefined && isCopyOf(source, copy))) return undefined;
      return written(copies.client, source, copy).pipe(map(() => undefined));
    },
    cleanup: ({ key }) => deleted(copies.client.delete(key)),
  }) as (context: ReconcileContext) => Observable<undefined>;

  return (context) => {
    const copy = copies.store.get(context.key);
    if (copy === undefined || sources.store.get(context.key) !== undefined) return reconcile(context);
    // The write of an aborted run can arrive after the cleanup, and create the copy again. In this case, this run
    // deletes the copy.
    const { uid, resourceVersion } = copy.metadata;
    return deleted(copies.client.delete(context.key, { preconditions: { uid, resourceVersion } }));
  };
}

function written(
  client: ResourceClient<Secret>,
  source: ConfigMap,
  copy: Secret | undefined,
): Observable<Secret> {
  const key = keyOf(source);
  const content = contentOf(source);
  const way = wayOf(key);
  if (way === 'apply') {
    const applied = { metadata: { ownerReferences: content.ownerReferences }, data: content.data };
    return client.apply(key, applied, { fieldManager: 'copier', force: true });
  }
  if (copy === undefined) {
    const metadata = { ...splitKey(key), ownerReferences: content.ownerReferences };
    return client.create({ metadata, data: content.data });
  }
  if (way === 'update') {
    const metadata = { ...copy.metadata, ownerReferences: content.ownerReferences };
    return client.update({ ...copy, metadata, data: content.data });
  }
  return client.edit(
    key,
    (draft) => {
      draft.data = content.data;
      draft.metadata.ownerReferences = content.ownerReferences;
    },
    { from: { store: { get: () => copy } } },
  );
}

const contentOf = (source: ConfigMap) => ({
  data: { value: btoa(source.data?.['value'] ?? '') },
  ownerReferences: [ownerReference(source, { controller: true })],
});

function isCopyOf(source: ConfigMap, copy: Secret): boolean {
  const { data, ownerReferences } = contentOf(source);
  const owners = copy.metadata.ownerReferences ?? [];
  return (
    copy.data?.['value'] === data.value && owners.length === 1 && owners[0]?.uid === ownerReferences[0]?.uid
  );
}

/** Returns how the function writes the copy. The last digit of the key decides this. */
function wayOf(key: string): 'apply' | 'update' | 'edit' {
  const ways = ['apply', 'update', 'edit'] as const;
  return ways[Number(key.at(-1)) % 3] ?? 'apply';
}

/** Waits for the response to a delete. Completes without a value, even if the object did not exist. */
const deleted = (answer$: Observable<unknown>): Observable<never> =>
  answer$.pipe(
    ignoreElements(),
    catchError((error: unknown) =>
      error instanceof StatusError && error.code === 404 ? EMPTY : throwError(() => error),
    ),
  );
