import { describe, expect, it } from '@jest/globals';
import { messageOf } from '../../src/objects/message-of.ts';

describe('messageOf', () => {
  it('should say what an error says, and show what else was thrown', () => {
    expect([new TypeError('no such thing'), 'a text', 7, undefined, { a: 1 }].map(messageOf)).toEqual([
      'no such thing',
      'a text',
      '7',
      'undefined',
      '[object Object]',
    ]);
  });

  it('should not fail itself, whatever was thrown (G13)', () => {
    const bare: unknown = Object.create(null);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();

    for (const thrown of [bare, proxy, Object.assign(new Error(), { message: bare })])
      expect(messageOf(thrown)).toBe('something that has no text');
  });
});
