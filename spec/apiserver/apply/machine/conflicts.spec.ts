import { describe, expect, it } from '@jest/globals';
import { type Conflict, ConflictsError } from '../../../../src/apiserver/apply/machine/conflicts.ts';

describe('ConflictsError', () => {
  it('should list the fields by manager', () => {
    const [a, b] = ['{"manager":"a","operation":"Apply"}', '{"manager":"b","operation":"Apply"}'];
    const conflicts: readonly Conflict[] = [
      { manager: b, path: ['f:y'] },
      { manager: a, path: ['f:x'] },
      { manager: b, path: ['f:z'] },
    ];

    expect(new ConflictsError(conflicts).message).toBe(
      'Apply failed with 3 conflicts: conflicts with "a":\n- .x\nconflicts with "b":\n- .y\n- .z',
    );
  });

  it.each([100, 1_000])('should read each of %i conflicts a few times', (count) => {
    let reads = 0;
    const conflicts = Array.from({ length: count }, (_, at) => ({
      path: ['f:x'],
      get manager() {
        reads++;
        return `{"manager":"m${at}","operation":"Apply"}`;
      },
    }));

    expect(new ConflictsError(conflicts).conflicts).toHaveLength(count);
    expect(reads / count).toBeLessThan(5);
  });
});
