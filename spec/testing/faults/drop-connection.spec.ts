import { describe, expect, it } from '@jest/globals';
import { ConnectionError } from 'rx-informer';
import { dropConnection } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const refused = new ConnectionError(
  'no answer from the API server (ECONNREFUSED): nothing listens at this address and port',
  { answered: false },
);
const reset = new ConnectionError(
  'the answer of the API server broke off (ECONNRESET); if that happens again and again, check the proxy in between',
  { answered: true },
);

describe('dropConnection', () => {
  it('should refuse the connection at position 0', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-|', dropConnection())).toBe('#', events, refused);
      expectObservable(list('-p-q-|', dropConnection())).toBe('#', pages, refused);
    });
  });

  it('should break the connection after the given number of events or pages', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-|', dropConnection({ after: 2 }))).toBe('-a-(b#)', events, reset);
      expectObservable(watch('-a-b-A-|', dropConnection({ after: 0 }))).toBe('#', events, reset);
      expectObservable(list('-p-q-|', dropConnection({ after: 1 }))).toBe('-p-#', pages, reset);
    });
  });

  it('should not affect a list without a further page', () => {
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list('-(p|)', dropConnection({ after: 1 }))).toBe('-(p|)', pages);
      expectObservable(list('-p-q-|', dropConnection({ after: 2 }))).toBe('-p-q-|', pages);
    });
  });

  it('should break the connection after the given time', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-|', dropConnection({ after: { ms: 4 } }))).toBe('-a-b#', events, reset);
    });
  });

  it('should break only the n-th request of its kind, or every request', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      const second$ = watch('-a-|', dropConnection({ on: 'watch', nth: 2 }));
      expectObservable(second$).toBe('-a-|', events);
      expectObservable(second$).toBe('#', events, refused);
      expectObservable(second$).toBe('-a-|', events);

      const each$ = watch('-a-|', dropConnection({ nth: 'every' }));
      expectObservable(each$).toBe('#', events, refused);
      expectObservable(each$).toBe('#', events, refused);
    });
  });

  it('should report whether the server had answered, with the error of the system', () => {
    scene(({ watch }) => {
      const errors: ConnectionError[] = [];
      const observer = { error: (error: ConnectionError) => void errors.push(error) };
      watch('-a-|', dropConnection()).subscribe(observer);
      watch('-a-|', dropConnection({ after: 0 })).subscribe(observer);

      expect(errors.map(({ answered, failure }) => [answered, failure])).toEqual([
        [false, 'transient'],
        [true, 'transient'],
      ]);
      expect(errors.map(({ cause }) => (cause as { code: string }).code)).toEqual([
        'ECONNREFUSED',
        'ECONNRESET',
      ]);
    });
  });

  it('should print as its call', () => {
    expect(dropConnection().code).toBe('dropConnection()');
    expect(dropConnection({ on: 'watch', nth: 2, after: { ms: 4 } }).code).toBe(
      "dropConnection({ on: 'watch', nth: 2, after: { ms: 4 } })",
    );
  });

  itLeavesTheRestAlone(dropConnection);
});
