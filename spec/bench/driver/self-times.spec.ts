import { describe, expect, it } from '@jest/globals';
import { selfTimes } from './self-times.ts';

const node = (id: number, functionName: string, url: string) => ({ id, callFrame: { functionName, url } });

describe('the self times of a profile', () => {
  it('should be the time in each function, the longest first, without idle time', () => {
    const profile = {
      nodes: [
        node(1, '(root)', ''),
        node(2, '(idle)', ''),
        node(3, 'parse', ''),
        node(4, 'freeze', 'file:///somewhere/src/objects/deep-freeze.ts'),
        node(5, 'freezeMember', 'file:///somewhere/src/objects/deep-freeze.ts'),
        node(6, 'next', 'file:///somewhere/node_modules/rxjs/dist/cjs/internal/Subscriber.js'),
        node(7, 'read', 'file:///somewhere/node_modules/a/node_modules/@scope/b/index.js'),
        node(8, 'onread', 'node:internal/stream_base_commons'),
        node(9, '', ''),
      ],
      samples: [2, 3, 4, 3, 5, 6, 7, 8, 9],
      timeDeltas: [9_000, 5_000, 3_000, 4_000, 1_000, 3_500, 3_000, 2_500, 500],
    };

    expect(selfTimes(profile)).toEqual([
      { place: 'parse', ms: 9 },
      { place: 'src/objects/deep-freeze.ts', ms: 4 },
      { place: 'rxjs', ms: 3.5 },
      { place: '@scope/b', ms: 3 },
      { place: 'node', ms: 2.5 },
      { place: '(native)', ms: 0.5 },
    ]);
  });
});
