import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { TaskBatch } from '../../../src/delivery/machine/task-batch.ts';
import { change } from '../../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const batchOf = (length: number, cause: string, first = 1): Batch =>
  Array.from({ length }, (_, at) => change(`added a@${first + at} ${cause}`));

function create() {
  const emitted: Batch[] = [];
  const requests: string[] = [];
  const batch = new TaskBatch<KubeObject>(
    (gathered) => emitted.push(gathered),
    () => requests.push('flush'),
  );
  return { batch, emitted, requests };
}

describe('TaskBatch', () => {
  it('should emit the events of one task as one batch, when it is flushed (P16)', () => {
    const { batch, emitted, requests } = create();
    const [first, second] = [batchOf(1, 'watch'), batchOf(2, 'watch', 2)];

    batch.push(first);
    batch.push(second);
    expect([emitted, requests]).toEqual([[], ['flush', 'flush']]);
    batch.flush();
    batch.flush();

    expect(emitted).toEqual([[...first, ...second]]);
  });

  it.each(['initial', 'replay', 'relist', 'resync'])(
    'should emit a batch with the cause %s immediately, after the collected changes (B174)',
    (cause) => {
      const { batch, emitted, requests } = create();
      const [gathered, list] = [batchOf(1, 'watch'), batchOf(1, cause)];

      batch.push(gathered);
      batch.push(list);

      expect(emitted).toEqual([gathered, list]);
      expect(emitted[1]).toBe(list);
      expect(requests).toEqual(['flush']);
    },
  );

  it('should emit a batch that ends with changes of a list immediately', () => {
    const { batch, emitted } = create();

    batch.push([...batchOf(1, 'watch'), ...batchOf(1, 'relist')]);

    expect(emitted).toHaveLength(1);
  });

  it('should collect 32 changes, and emit them before the next one (P16)', () => {
    const { batch, emitted } = create();

    batch.push(batchOf(31, 'watch'));
    batch.push(batchOf(1, 'watch', 32));
    expect(emitted).toEqual([]);
    const [next] = [batchOf(1, 'watch', 33)];
    batch.push(next);

    expect(emitted).toEqual([batchOf(32, 'watch'), next]);
  });
});
