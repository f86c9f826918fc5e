import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { slowDrip } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('slowDrip', () => {
  it('should take its time for each event, page and end', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('(abA|)', slowDrip({ every: 2 }))).toBe('--a-b-A-|', events);
      expectObservable(list('pq|', slowDrip({ every: 3 }))).toBe('---p--q--|', pages);
    });
  });

  it('should tell an error after what came before it', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(ab#)', slowDrip({ every: 2 }))).toBe(
        '--a-b-#',
        events,
        new Error('of the watch'),
      );
    });
  });

  it('should take a second unless told, and begin at its position', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(abA|)', slowDrip({ after: 2 }))).toBe('(ab) 996ms A 999ms |', events);
    });
  });

  it('should be written as it was called, and refuse what is no time', () => {
    expect(slowDrip({ every: 5 }).code).toBe('slowDrip({ every: 5 })');
    expect(() => slowDrip({ every: 0 })).toThrow(OptionsError);
  });

  itLeavesTheRestAlone((position) => slowDrip(position));
});
