import { describe, expect, it } from '@jest/globals';
import { pauses } from '../../../src/store/machine/pauses.ts';

describe('pauses', () => {
  it('should ask for a pause every sixteenth time, each counting for itself', () => {
    const [pause, other] = [pauses(), pauses()];
    other();
    const asked = Array.from({ length: 33 }, () => pause());

    expect(asked.flatMap((now, at) => (now ? [at] : []))).toEqual([15, 31]);
  });
});
