import { describe, expect, it } from '@jest/globals';
import { type InformerStatus, ProtocolError } from 'rx-informer';
import { keepStatus } from '../../src/informer/informer-status.ts';

const watching = { phase: 'watching', since: 5, resourceVersion: '9' } as const;
const incident = new ProtocolError('an object without a name; it is left out');

describe('keepStatus', () => {
  it('should tell the transition again when the store has synced, with the incidents since (G4, G10)', () => {
    const store = { hasSynced: false };
    const { status$, tell, storeWritten } = keepStatus(store);
    tell(watching);
    tell({ ...watching, incident, incidents: 1 });
    store.hasSynced = true;
    storeWritten();
    const late: InformerStatus[] = [];
    status$.subscribe((status) => void late.push(status)).unsubscribe();

    expect(late).toEqual([{ ...watching, incidents: 1, hasSynced: true }]);
  });

  it('should tell it once', () => {
    const store = { hasSynced: false };
    const { status$, tell, storeWritten } = keepStatus(store);
    const told: InformerStatus[] = [];
    status$.subscribe((status) => void told.push(status));
    tell(watching);
    store.hasSynced = true;
    storeWritten();
    storeWritten();

    expect(told.map(({ phase, hasSynced }) => [phase, hasSynced])).toEqual([
      ['stopped', false],
      ['watching', false],
      ['watching', true],
    ]);
  });
});
