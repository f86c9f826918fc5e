import { describe, expect, it } from '@jest/globals';
import { faces } from './faces.ts';
import { interval, take } from 'rxjs';
import { createLab } from './lab.ts';
import { informers, operators } from './holders.ts';
import { recordings } from './recordings.ts';
import { collected, visited } from './visits.ts';

describe('open resources after the last subscriber has left (G15)', () => {
  it.each([...operators, ...informers, ...faces, ...recordings])(
    'should not remain: $name',
    async ({ make, content = 0 }) => {
      const lab = createLab();

      const { timers, visit } = visited(() => make(lab));

      expect({ open: lab.open(), timers }).toEqual({ open: 0, timers: 0 });
      expect(lab.made()).toBeGreaterThan(100);
      await collected(lab.held, content);
      expect(lab.held()).toBeLessThanOrEqual(content);
      expect(visit).toBeDefined(); // without this reference, V8 could free `visit` together with its leaked objects
    },
  );

  it('should be detected if there are any', async () => {
    const lab = createLab();
    const kept: unknown[] = [];
    let visits = 0;

    const { timers } = visited(() => () => {
      visits++;
      lab.batches$.pipe(take(3)).subscribe((batch) => kept.push(batch));
      lab.counted(interval(1_000)).subscribe();
      return { unsubscribe: () => undefined };
    });

    await collected(lab.held, 0);
    expect(timers).toBe(visits);
    expect(lab.open()).toBe(visits);
    expect(lab.held()).toBeGreaterThan(100);
    expect(kept.length).toBeGreaterThan(100);
  });
});
