/** A derived informer while many batches wait behind a long one. These specs use real time slices. */
import { describe, expect, it } from '@jest/globals';
import { informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { join, where } from 'rx-informer/derived';
import { filter, firstValueFrom, mergeAll, Subject } from 'rxjs';
import { thing } from '../support/things.ts';

type Events = Subject<ReflectorEvent<KubeObject>>;
const list = (length: number): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items: Array.from({ length }, (_, nth) => thing(`a${nth}@1`)),
  resourceVersion: '9',
});
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', text: string): ReflectorEvent<KubeObject> => ({
  type,
  object: thing(text),
});
/** Makes the evaluation of a long batch take several time slices. */
function isSlow(): boolean {
  const end = performance.now() + 0.02;
  while (performance.now() < end);
  return true;
}

describe('a derived informer with a long batch', () => {
  it('should apply thousands of batches that wait behind it', async () => {
    const events$: Events = new Subject();
    const rows = where(informer(events$), isSlow);
    const last$ = firstValueFrom(rows.store.batches$.pipe(filter(() => rows.store.get('new') !== undefined)));
    events$.next(list(1_500));
    for (let nth = 0; nth < 3_000; nth++) events$.next(event('MODIFIED', `a0@${100 + nth}`));
    events$.next(event('ADDED', 'new@10000'));
    await last$;

    expect(rows.store.size).toBe(1_501);
    expect(rows.store.get('a0')?.metadata.resourceVersion).toBe('3099');
  });

  it.each([
    ['version', event('MODIFIED', 'a0@12'), event('MODIFIED', 'a0@14')],
    ['uid', event('DELETED', 'a0@12'), event('ADDED', 'a0@14#other')],
  ])('should not show an older %s of a left object after a newer one', async (_, first, second) => {
    const sides: Record<'left' | 'right', Events> = { left: new Subject(), right: new Subject() };
    const rows = join(informer(sides.left), informer(sides.right), () => (isSlow() ? 'red' : undefined));
    const lines: string[] = [];
    rows.store.batches$.pipe(mergeAll()).subscribe(({ type, key, object }) => {
      if (key === 'a0') lines.push(`${type} @${object.left.metadata.resourceVersion}`);
    });
    const last$ = firstValueFrom(
      rows.store.batches$.pipe(filter(() => rows.store.get('a0')?.left.metadata.resourceVersion === '14')),
    );
    sides.left.next(list(1_500));
    sides.right.next({ type: 'REPLACED', items: [thing('red@1')], resourceVersion: '9' });
    sides.right.next(event('MODIFIED', 'red@2')); // waits, and then reads the left objects
    sides.left.next(first);
    sides.left.next(second);
    await last$;

    const versions = lines.map((text) => Number(text.replace(/.*@/, '')));
    expect(versions).toEqual(versions.toSorted((one, other) => one - other));
    expect(lines.at(-1)).toMatch(/^(added|updated) @14$/);
  });
});
