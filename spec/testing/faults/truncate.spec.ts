import { describe, expect, it } from '@jest/globals';
import { ProtocolError } from 'rx-informer';
import { truncate } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const cut = new ProtocolError('a list page is not JSON, or was cut off after 85 bytes; retrying', {
  excerpt: '{"metada',
});

describe('truncate', () => {
  it('should cut the next event, and complete', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-|', truncate())).toBe('-|', events);
      expectObservable(watch('-a-b-A-|', truncate({ after: 1 }))).toBe('-a-|', events);
      expectObservable(watch('-a-b-A-|', truncate({ after: { ms: 2 } }))).toBe('-a-|', events);
    });
  });

  it('should cut the next page, which emits an error', () => {
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list('-p-q-|', truncate())).toBe('-#', pages, cut);
      expectObservable(list('-p-q-|', truncate({ after: 1 }))).toBe('-p-#', pages, cut);
    });
  });

  it('should print as its call', () => {
    expect(truncate({ after: 1 }).code).toBe('truncate({ after: 1 })');
  });

  itLeavesTheRestAlone(truncate);
});
