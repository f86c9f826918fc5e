import { describe, expect, it } from '@jest/globals';
import { OptionsError, StatusError } from 'rx-informer';
import { refuse } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const busy = new StatusError({
  code: 429,
  reason: 'TooManyRequests',
  message: 'too many requests, please try again later',
  retryAfterSeconds: 7,
});
const broken = (inStream: boolean): StatusError =>
  new StatusError({ code: 500, reason: 'InternalError', message: 'Internal error occurred', inStream });

describe('refuse', () => {
  it('should answer with the Status of a real server', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-|', refuse(429, { retryAfterSeconds: 7 }))).toBe('#', events, busy);
      expectObservable(list('-p-|', refuse(429, { retryAfterSeconds: 7 }))).toBe('#', pages, busy);
      expectObservable(list('-p-|', refuse(418))).toBe('#', pages, new StatusError({ code: 418 }));
    });
  });

  it('should end an open request: a watch with an ERROR frame, a list between two pages', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-|', refuse(500, { after: 0 }))).toBe('#', events, broken(true));
      expectObservable(watch('-a-b-|', refuse(500, { after: 2 }))).toBe('-a-(b#)', events, broken(true));
      expectObservable(list('-p-q|', refuse(500, { after: { ms: 2 } }))).toBe('-p#', pages, broken(false));
    });
  });

  it('should report whether the watch had been opened', () => {
    scene(({ watch }) => {
      const received: boolean[] = [];
      const observer = { error: (error: StatusError) => void received.push(error.inStream) };
      watch('-a-|', refuse(500)).subscribe(observer);
      watch('-a-|', refuse(500, { after: 0 })).subscribe(observer);

      expect(received).toEqual([false, true]);
    });
  });

  it('should print as its call', () => {
    expect(refuse(503).code).toBe('refuse(503)');
    expect(refuse(503, { nth: 2, retryAfterSeconds: 1 }).code).toBe(
      'refuse(503, { nth: 2, retryAfterSeconds: 1 })',
    );
  });

  it('should refuse an invalid refusal', () => {
    expect(() => refuse(200)).toThrow('refuse: status must be an HTTP status from 300 to 599, not 200');
    expect(() => refuse(429, { retryAfterSeconds: -1 })).toThrow(OptionsError);
  });

  itLeavesTheRestAlone((position) => refuse(500, position));
});
