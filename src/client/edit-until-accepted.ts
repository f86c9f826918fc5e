import type { Draft } from 'immer';
import { defer, map, mergeMap, type Observable, of, retry, throwError, timer } from 'rxjs';
import { edit, type JsonPatchOperation, type KubeObject, StatusError } from '../objects/index.ts';

export interface EditRequests<T extends KubeObject> {
  readonly recipe: (draft: Draft<T>) => void;
  /** The maximum number of writes. The last refusal is emitted as the error. */
  readonly attempts: number;
  /**
   * Returns the object from an informer, for the first write. If the result is `undefined`, the object is
   * read from the server first.
   */
  readonly cached: () => T | undefined;
  readonly read$: Observable<T>;
  readonly write: (patch: readonly JsonPatchOperation[]) => Observable<T>;
}

/**
 * Reads an object, runs the recipe and writes the patch, until the server accepts a patch.
 *
 * The patch sets the resourceVersion that the recipe saw. So the server responds with 409 if another client
 * has changed the object. If the other change removed a part that the patch names, the server responds with
 * 422 before it compares the versions. So after a 422 the object is read again. The Observable fails with the
 * 422 only if the object is unchanged.
 */
export function editUntilAccepted<T extends KubeObject>({
  recipe,
  attempts,
  cached,
  read$,
  write,
}: EditRequests<T>): Observable<T> {
  return defer(() => {
    let known = cached();
    let usedVersion = '';
    const writeEdited = (object: T, isCached: boolean): Observable<T> => {
      usedVersion = object.metadata.resourceVersion;
      const [, ...changes] = edit(object, recipe).jsonPatch;
      if (changes.length > 0) return write([...changes, preconditionOf(object)]);
      // The recipe changes nothing, but the state from the informer can be old. So the recipe runs again for the state
      // on the server.
      return isCached ? read$.pipe(mergeMap((newer) => writeEdited(newer, false))) : of(object);
    };
    const attempt$ = defer(() => {
      const object = known;
      known = undefined;
      return object === undefined
        ? read$.pipe(mergeMap((read) => writeEdited(read, false)))
        : writeEdited(object, true);
    });
    const unlessUnchanged = (error: unknown): Observable<unknown> =>
      read$.pipe(
        map((object) => {
          if (object.metadata.resourceVersion === usedVersion) throw error;
          known = object;
        }),
      );
    return attempt$.pipe(
      retry({
        count: attempts - 1,
        delay: (error: unknown) => {
          const code = error instanceof StatusError ? error.code : 0;
          if (code === 409) return timer(retryDelay);
          return code === 422 ? unlessUnchanged(error) : throwError(() => error);
        },
      }),
    );
  });
}

/**
 * Returns the operation that sets the resourceVersion. The server then compares the version, and answers 409 if it
 * differs. After a failed operation `test` the server would answer 422. The operation is the last one, because the
 * recipe can replace the whole metadata.
 */
const preconditionOf = ({ metadata }: KubeObject): JsonPatchOperation => ({
  op: 'add',
  path: '/metadata/resourceVersion',
  value: metadata.resourceVersion,
});

/**
 * The delay before a new attempt, in ms. The value is from client-go's `retry.DefaultRetry`, without the
 * jitter.
 */
const retryDelay = 10;
