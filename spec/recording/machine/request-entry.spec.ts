import { describe, expect, it } from '@jest/globals';
import {
  type RequestStart,
  differenceOf,
  requestEntryOf,
} from '../../../src/recording/machine/request-entry.ts';

const error = { name: 'Error', message: 'm' };

describe('requestEntryOf', () => {
  it.each<readonly [object, boolean]>([
    [{ verb: 'list', options: {} }, true],
    [{ verb: 'watch', options: {} }, true],
    [{ verb: 'get', options: {} }, false],
    [{ verb: 'list' }, false],
    [{ options: {} }, false],
    [{ page: { items: [], resourceVersion: '1' } }, true],
    [{ page: { items: [] } }, false],
    [{ page: { items: {}, resourceVersion: '1' } }, false],
    [{ page: { resourceVersion: '1' } }, false],
    [{ page: null }, false],
    [{ event: { type: 'ADDED', object: {} } }, true],
    [{ event: { type: 'MODIFIED', object: {} } }, true],
    [{ event: { type: 'DELETED', object: {} } }, true],
    [{ event: { type: 'ADDED' } }, false],
    [{ event: { type: 'ODD', object: {} } }, false],
    [{ event: { object: {} } }, false],
    [{ event: { type: 'BOOKMARK', resourceVersion: '1' } }, true],
    [{ event: { type: 'BOOKMARK', object: {} } }, false],
    [{ event: null }, false],
    [{ incident: error }, true],
    [{ error }, true],
    [{ error: 'text' }, false],
    [{ complete: true }, true],
    [{ complete: 1 }, false],
    [{ closed: true }, true],
    [{ closed: 'yes' }, false],
    [{}, false],
  ])('should recognise an entry by its members: %j', (value, is) => {
    const entry = { request: 1, ...value };

    expect(requestEntryOf(entry)).toBe(is ? entry : undefined);
    expect(requestEntryOf({ ...entry, request: 1.5 })).toBeUndefined();
    expect(requestEntryOf(value)).toBeUndefined();
  });

  it.each([null, undefined, 'text', 3])('should not recognise %p', (value) => {
    expect(requestEntryOf(value)).toBeUndefined();
  });
});

describe('differenceOf', () => {
  const list: RequestStart = { verb: 'list', options: {} };
  const watch: RequestStart = { verb: 'watch', options: {} };

  it.each<[RequestStart, RequestStart, string | undefined]>([
    [list, { verb: 'list', options: { resourceVersion: '', limit: 5 } }, undefined],
    [list, watch, 'a list was recorded, and a watch is asked for'],
    [
      { verb: 'watch', options: { resourceVersion: '7' } },
      { verb: 'watch', options: { resourceVersion: '8', sendInitialEvents: true } },
      'a watch from version 7 was recorded, and a streamed list from version 8 is asked for',
    ],
    [
      { verb: 'list', options: { resourceVersion: '7' } },
      list,
      'a list from version 7 was recorded, and a list is asked for',
    ],
  ])('should describe the difference between two requests: %j, %j', (recorded, asked, words) => {
    expect(differenceOf(recorded, asked)).toBe(words);
  });
});
