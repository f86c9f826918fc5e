import { describe, expect, it } from '@jest/globals';
import {
  type Conflict,
  conflictCauses,
  ConflictsError,
} from '../../../../src/apiserver/apply/machine/conflicts.ts';

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

  it.each([100, 1_000])('should read each of %i conflicts only a few times', (count) => {
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

  it('should report 200 conflicts, and count the rest', () => {
    const conflicts = Array.from({ length: 300 }, (_, at) => ({
      path: [`f:x${at}`],
      manager: '{"manager":"a","operation":"Apply"}',
    }));

    const { message } = new ConflictsError(conflicts);

    expect(message).toMatch(/^Apply failed with 300 conflicts: /);
    expect(message).toMatch(/\n- \.x199\nand 100 more$/);
    expect(conflictCauses(conflicts)).toHaveLength(200);
  });

  it('should show at most 1,000 characters of a path, and of the name of a manager', () => {
    const long = 'x'.repeat(100_000);
    const manager = JSON.stringify({
      manager: long,
      operation: 'Update',
      apiVersion: long,
      subresource: long,
    });
    const conflicts = Array.from({ length: 200 }, (_, at) => ({ path: [`f:${long}`, `f:${at}`], manager }));

    expect(new ConflictsError(conflicts).message.length).toBeLessThan(210_000);
    expect(conflictCauses(conflicts)[1]?.field).toBe(`.${'x'.repeat(999)}`);
    expect(conflictCauses(conflicts)[1]?.message.length).toBeLessThan(3_100);
  });
});
