import { describe, expect, it } from '@jest/globals';
import { HandlerSync } from '../../../src/client-go/informer/handler-sync.ts';
import { fc } from '../../support/properties.ts';

describe('HandlerSync', () => {
  it('should have synced when upstream has, delivery has started and no change is pending, in any order (B174, B177)', () => {
    const step = fc.constantFrom('upstream', 'started', 'three', 'none');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const sync = new HandlerSync();
        let emitted = 0;
        sync.synced$.subscribe(() => (emitted += 1));
        let [upstream, started, pending, expected] = [false, false, 0, false];
        for (const what of steps) {
          if (what === 'upstream') sync.upstreamHasSynced();
          else if (what === 'started') sync.started();
          else sync.pending(what === 'three' ? 3 : 0);
          upstream ||= what === 'upstream';
          started ||= what === 'started';
          if (what === 'three' || what === 'none') pending = what === 'three' ? 3 : 0;
          expected ||= upstream && started && pending === 0;
          expect(sync.hasSynced).toBe(expected);
        }

        expect(emitted).toBe(expected ? 1 : 0);
      }),
    );
  });

  it('should complete synced$ without a value when it ends before it has synced', () => {
    const sync = new HandlerSync();
    const seen: string[] = [];
    sync.synced$.subscribe({ next: () => seen.push('synced'), complete: () => seen.push('over') });
    sync.started();
    sync.end();
    sync.upstreamHasSynced();
    sync.started();

    expect([sync.hasSynced, seen]).toEqual([false, ['over']]);
  });

  it('should emit to a late subscriber (B148)', () => {
    const sync = new HandlerSync();
    sync.upstreamHasSynced();
    sync.started();
    const seen: string[] = [];
    sync.synced$.subscribe({ next: () => seen.push('synced'), complete: () => seen.push('over') });

    expect([sync.hasSynced, seen]).toEqual([true, ['synced', 'over']]);
  });
});
