import { describe, expect, it } from '@jest/globals';
import { EMPTY, type Observable, of } from 'rxjs';
import { type Change, type KubeObject, processorListener } from 'rx-informer';
import { change } from '../support/things.ts';

describe('processorListener, with 100,000 changes', () => {
  it('should wait for 100,000 synchronous Observables, and yield to the event loop (PF9)', async () => {
    let handled = 0;
    let seenByOthers = 0;
    const others = setInterval(() => (seenByOthers = seenByOthers || handled), 0);
    const all = Array<Change<KubeObject>>(100_000).fill(change('added a@1 watch'));

    await new Promise<void>((resolve) => {
      of(all)
        .pipe(processorListener<KubeObject>({ onAdd: (): Observable<never> => EMPTY }))
        .subscribe({ next: () => (handled += 1), complete: resolve });
    });
    clearInterval(others);

    expect(handled).toBe(100_000);
    expect(seenByOthers).toBeGreaterThan(0);
    expect(seenByOthers).toBeLessThan(100_000);
  });
});
