import { describe, expect, it } from '@jest/globals';
import { stallStream } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('stallStream', () => {
  it('should not answer at all at position 0', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', stallStream())).toBe('-');
      expectObservable(list('-p-q-|', stallStream())).toBe('-');
    });
  });

  it('should emit neither events nor the end after its position', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-#', stallStream({ after: 2 }))).toBe('-a-b', events);
      expectObservable(watch('-a-b-A-|', stallStream({ after: { ms: 2 } }))).toBe('-a', events);
      expectObservable(list('-p-q-|', stallStream({ after: 1 }))).toBe('-p', pages);
    });
  });

  it('should print as its call', () => {
    expect(stallStream({ on: 'list', nth: 'every' }).code).toBe("stallStream({ on: 'list', nth: 'every' })");
  });

  itLeavesTheRestAlone(stallStream);
});
