import { describe, expect, it } from '@jest/globals';
import { parseFault } from 'rx-informer/apiserver';

describe('parseFault', () => {
  it.each([
    ['watch pods 2 dropConnection', { verb: 'watch', resource: 'pods', nth: 2 }, { type: 'dropConnection' }],
    ['watch pods after:3 expire', { verb: 'watch', resource: 'pods', afterEvents: 3 }, { type: 'expire' }],
    ['* pods stallRequest', { resource: 'pods' }, { type: 'stallRequest' }],
    ['  list  *  1  429:5 ', { verb: 'list', nth: 1 }, { type: 'refuse', status: 429, retryAfterSeconds: 5 }],
    ['list * 500', { verb: 'list' }, { type: 'refuse', status: 500 }],
    ['* * throttleBody:100', {}, { type: 'throttleBody', bytesPerSecond: 100 }],
    ['* * lagBehind:5', {}, { type: 'lagBehind', revisions: 5 }],
    ['watch * reorderAcrossKeys:20', { verb: 'watch' }, { type: 'reorderAcrossKeys', window: 20 }],
  ])('should read %j', (text, match, fault) => {
    expect(parseFault(text)).toEqual({ match, fault });
  });

  it('should refuse a value that is not a string', () => {
    for (const given of [undefined, 7])
      expect(() => parseFault(given as unknown as string)).toThrow('fault must be "VERB RESOURCE');
  });

  it.each([
    '',
    'watch',
    'watch pods',
    'watch pods x reset',
    'watch pods nothing',
    'watch pods throttleBody',
    'list * 600',
    'wach pods reset',
    'watch Pod reset',
    'get pods/log reset',
  ])('should refuse %j', (text) => {
    expect(() => parseFault(text)).toThrow('must be');
  });
});
