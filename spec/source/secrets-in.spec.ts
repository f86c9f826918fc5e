import { describe, expect, it } from '@jest/globals';
import { secretsIn } from '../../src/source/index.ts';

describe('secretsIn', () => {
  it.each<[string, string | string[], string]>([
    ['authorization', 'Bearer a.b.c', 'a.b.c'],
    ['Authorization', 'Basic YWxpY2U6aHVudGVyMg==', 'hunter2'],
    ['Authorization', 'Basic YWxpY2U6aHVudGVyMg==', 'YWxpY2U6aHVudGVyMg=='],
    ['Authorization', `Basic ${Buffer.from('alice:pässwörd').toString('base64')}`, 'pässwörd'],
    ['Authorization', 'Basic YWxpY2U6cORzcw==', 'päss'],
    ['cookie', 'lang=en; session=abc=def', 'abc=def'],
    ['x-api-key', 'k3y', 'k3y'],
    ['x-tokens', ['one', 'two'], 'two'],
  ])('should find what %s: %p is about', (name, value, secret) => {
    expect(secretsIn([[name, value]])).toContain(secret);
  });

  it('should leave out what is about something else', () => {
    const headers = new Headers({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
      'impersonate-user': 'somebody',
      'user-agent': 'rx-informer',
    });

    expect(secretsIn(headers)).toEqual([]);
  });

  it('should take what says Basic and is not', () => {
    expect(secretsIn([['authorization', 'Basic *']])).toEqual(['*', 'Basic *']);
  });
});
