import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../../../src/apiserver/status/refusal.ts';

describe('Refusal', () => {
  it('should keep its fields unchanged', () => {
    const facts = {
      code: 409,
      reason: 'Conflict',
      message: 'why',
      details: { name: 'a', causes: [{ field: 'b' }] },
    };

    expect(new Refusal(facts).status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      ...facts,
    });
  });

  it('should have at most 1 Mi characters of a message, and of all causes together', () => {
    const long = 'x'.repeat(400_000);
    const causes = Array.from({ length: 5 }, () => ({ message: long }));

    const { message, status } = new Refusal({ code: 409, message: long.repeat(5), details: { causes } });

    expect(message).toHaveLength(2 ** 20 + 1);
    expect(status.message).toBe(message);
    expect(status.details).toEqual({ causes: causes.slice(0, 2) });
  });
});
