import { describe, expect, it } from '@jest/globals';
import { goSilent } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('goSilent', () => {
  it('should not answer at all where nothing was to pass', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', goSilent())).toBe('-');
      expectObservable(list('-p-q-|', goSilent())).toBe('-');
    });
  });

  it('should tell neither events nor the end after its position', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-#', goSilent({ after: 2 }))).toBe('-a-b', events);
      expectObservable(watch('-a-b-A-|', goSilent({ after: { ms: 2 } }))).toBe('-a', events);
      expectObservable(list('-p-q-|', goSilent({ after: 1 }))).toBe('-p', pages);
    });
  });

  it('should be written as it was called', () => {
    expect(goSilent({ on: 'list', nth: 'every' }).code).toBe("goSilent({ on: 'list', nth: 'every' })");
  });

  itLeavesTheRestAlone(goSilent);
});
