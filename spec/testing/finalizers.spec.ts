import { describe, it } from '@jest/globals';
import { type KubeObject, StatusError } from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { catchError, map, type Observable, of } from 'rxjs';
import { marbles } from '../support/marbles.ts';

/**
 * Returns a collection with an object in deletion at version 3, and the later events of a watch of this collection.
 */
function deleted(...finalizers: readonly string[]) {
  const pods = virtualCluster().collection('pods');
  pods.put(kubeObject('a', { metadata: { finalizers } }));
  pods.delete('a').subscribe();
  const events$ = pods
    .listerWatcher()
    .watch({ resourceVersion: '3' })
    .pipe(map((event) => (event.type === 'BOOKMARK' ? '' : `${event.type} ${line(event.object)}`)));
  const answered = (answer$: Observable<KubeObject>): Observable<string> =>
    answer$.pipe(
      map(line),
      catchError((error: unknown) => {
        if (error instanceof StatusError) return of(`${error.code} ${error.causes[0]?.message ?? ''}`);
        throw error;
      }),
    );
  return { pods, events$, answered };
}

const line = ({ metadata }: KubeObject): string =>
  `${metadata.name}@${metadata.resourceVersion} ${(metadata.finalizers ?? []).join()}`;

describe('virtualCluster, with an object in deletion (P91)', () => {
  it('should answer the removal of the last finalizer with the old version, and emit the deletion with the finalizer', () => {
    marbles().run(({ expectObservable }) => {
      const { pods, events$, answered } = deleted('x/y');

      expectObservable(events$, '^---!').toBe('-d', { d: 'DELETED a@4 x/y' });
      expectObservable(answered(pods.patch('a', { metadata: { finalizers: null } })), '-^').toBe('-(p|)', {
        p: 'a@3 ',
      });
      expectObservable(answered(pods.get('a')), '--^').toBe('--(n|)', { n: '404 ' });
    });
  });

  it('should refuse a new finalizer, and allow removing one after the other', () => {
    marbles().run(({ expectObservable }) => {
      const { pods, events$, answered } = deleted('x/y', 'x/z');
      const why =
        'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"n/n"}';
      const leaving = (...finalizers: readonly string[]) =>
        answered(pods.patch('a', { metadata: { finalizers } }));

      expectObservable(leaving('x/y', 'n/n')).toBe('(r|)', { r: `422 ${why}` });
      expectObservable(leaving('x/z'), '-^').toBe('-(p|)', { p: 'a@4 x/z' });
      expectObservable(events$, '^---!').toBe('-m', { m: 'MODIFIED a@4 x/z' });
    });
  });
});
