import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { throttleBody } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('throttleBody', () => {
  it('should delay each event, page and end', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('(abA|)', throttleBody({ every: 2 }))).toBe('--a-b-A-|', events);
      expectObservable(list('pq|', throttleBody({ every: 3 }))).toBe('---p--q--|', pages);
    });
  });

  it('should emit an error after the earlier events', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(ab#)', throttleBody({ every: 2 }))).toBe(
        '--a-b-#',
        events,
        new Error('of the watch'),
      );
    });
  });

  it('should delay by 1 s by default, and begin at its position', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(abA|)', throttleBody({ after: 2 }))).toBe('(ab) 996ms A 999ms |', events);
    });
  });

  it('should print as its call, and refuse an invalid time', () => {
    expect(throttleBody({ every: 5 }).code).toBe('throttleBody({ every: 5 })');
    expect(() => throttleBody({ every: 0 })).toThrow(OptionsError);
  });

  itLeavesTheRestAlone((position) => throttleBody(position));
});
