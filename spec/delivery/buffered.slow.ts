import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { buffered, type KubeObject } from 'rx-informer';
import { change } from '../support/things.ts';

describe('buffered, with 100,000 changes', () => {
  it('should yield to the event loop between slices while it delivers 100,000 changes (PF9)', async () => {
    let delivered = 0;
    const seenByOthers: number[] = [];
    const others = setInterval(() => seenByOthers.push(delivered), 0);

    await new Promise<void>((resolve) => {
      of(Array(100_000).fill(change('added a@1 watch')))
        .pipe(buffered<KubeObject>())
        .subscribe({
          next: () => {
            delivered += 1;
            for (let work = 0; work < 100; work += 1) Math.sqrt(work);
          },
          complete: resolve,
        });
    });
    clearInterval(others);

    expect(delivered).toBe(100_000);
    expect(seenByOthers.filter((count) => count > 0 && count < 100_000)).not.toEqual([]);
  });
});
