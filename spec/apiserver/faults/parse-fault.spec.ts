import { describe, expect, it } from '@jest/globals';
import { parseFault } from 'rx-informer/apiserver';

describe('parseFault', () => {
  it.each([
    ['watch pods 2 reset', { verb: 'watch', resource: 'pods', nth: 2 }, { type: 'reset' }],
    ['watch pods after:3 expired', { verb: 'watch', resource: 'pods', afterEvents: 3 }, { type: 'expired' }],
    ['* pods silence', { resource: 'pods' }, { type: 'silence' }],
    ['  list  *  1  429:5 ', { verb: 'list', nth: 1 }, { type: 'status', code: 429, retryAfter: 5 }],
    ['list * 500', { verb: 'list' }, { type: 'status', code: 500 }],
    ['* * slow:100', {}, { type: 'slow', bytesPerSecond: 100 }],
    ['* * lagging:5', {}, { type: 'lagging', revisions: 5 }],
    ['watch * reordered:20', { verb: 'watch' }, { type: 'reordered', window: 20 }],
  ])('should read %j', (text, match, fault) => {
    expect(parseFault(text)).toEqual({ match, fault });
  });

  it('should refuse what is no text', () => {
    for (const given of [undefined, 7])
      expect(() => parseFault(given as unknown as string)).toThrow('fault must be "VERB RESOURCE');
  });

  it.each([
    '',
    'watch',
    'watch pods',
    'watch pods x reset',
    'watch pods nothing',
    'watch pods slow',
    'list * 600',
    'wach pods reset',
    'watch Pod reset',
    'get pods/log reset',
  ])('should refuse %j', (text) => {
    expect(() => parseFault(text)).toThrow('must be');
  });
});
