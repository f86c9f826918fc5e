import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import { expire } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const expired = (inStream: boolean): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version', inStream });

describe('expire', () => {
  it('should refuse the request with 410', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-|', expire())).toBe('#', events, expired(false));
      expectObservable(list('-p-|', expire())).toBe('#', pages, expired(false));
    });
  });

  it('should end an open request with 410: in the stream of a watch, or between two pages of a list', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', expire({ after: 1 }))).toBe('-(a#)', events, expired(true));
      expectObservable(watch('-a-b-|', expire({ after: 0 }))).toBe('#', events, expired(true));
      expectObservable(list('-p-q|', expire({ after: 1 }))).toBe('-p-#', pages, expired(false));
    });
  });

  it('should be reported as expired', () => {
    scene(({ watch }) => {
      const received: unknown[] = [];
      watch('-', expire({ after: 0 })).subscribe({ error: (error: unknown) => void received.push(error) });

      expect(received).toMatchObject([{ code: 410, failure: 'expired', inStream: true }]);
    });
  });

  it('should print as its call', () => {
    expect(expire({ on: 'watch', after: 0 }).code).toBe("expire({ on: 'watch', after: 0 })");
  });

  itLeavesTheRestAlone(expire);
});
