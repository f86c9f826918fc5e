import { describe, expect, it } from '@jest/globals';
import { HandlerSync } from '../../../src/client-go/informer/handler-sync.ts';
import { fc } from '../../support/properties.ts';

describe('HandlerSync', () => {
  it('should be synced when upstream is, it is served, and nothing is left, in whichever order (B174, B177)', () => {
    const step = fc.constantFrom('upstream', 'served', 'three', 'none');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const sync = new HandlerSync();
        let told = 0;
        sync.synced$.subscribe(() => (told += 1));
        let [upstream, served, left, expected] = [false, false, 0, false];
        for (const what of steps) {
          if (what === 'upstream') sync.upstream();
          else if (what === 'served') sync.served();
          else sync.left(what === 'three' ? 3 : 0);
          upstream ||= what === 'upstream';
          served ||= what === 'served';
          if (what === 'three' || what === 'none') left = what === 'three' ? 3 : 0;
          expected ||= upstream && served && left === 0;
          expect(sync.hasSynced).toBe(expected);
        }

        expect(told).toBe(expected ? 1 : 0);
      }),
    );
  });

  it('should never be synced once it has ended, and say so', () => {
    const sync = new HandlerSync();
    const seen: string[] = [];
    sync.synced$.subscribe({ next: () => seen.push('synced'), complete: () => seen.push('over') });
    sync.served();
    sync.end();
    sync.upstream();
    sync.served();

    expect([sync.hasSynced, seen]).toEqual([false, ['over']]);
  });

  it('should tell a latecomer (B148)', () => {
    const sync = new HandlerSync();
    sync.upstream();
    sync.served();
    const seen: string[] = [];
    sync.synced$.subscribe({ next: () => seen.push('synced'), complete: () => seen.push('over') });

    expect([sync.hasSynced, seen]).toEqual([true, ['synced', 'over']]);
  });
});
