import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { reorderAcrossKeys } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('reorderAcrossKeys', () => {
  it('should emit the objects of a window in reverse, with the events of each object in order', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('abAd-', reorderAcrossKeys({ window: 5 }))).toBe('-----(bdaA)', events);
    });
  });

  it('should not let an event pass a bookmark', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(abkAd)--|', reorderAcrossKeys({ window: 2 }))).toBe('--(bakdA)|', events);
    });
  });

  it('should open a window with the first event after the previous window', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('a---b-----|', reorderAcrossKeys({ window: 3 }))).toBe('---a---b--|', events);
    });
  });

  it('should emit the buffered events, then the end', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('ab|', reorderAcrossKeys({ window: 9 }))).toBe('--(ba|)', events);
      expectObservable(watch('ab#', reorderAcrossKeys({ window: 9 }))).toBe(
        '--(ba#)',
        events,
        new Error('of the watch'),
      );
    });
  });

  it('should begin at its position', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('abA|', reorderAcrossKeys({ after: 1 }))).toBe('a--(Ab|)', events);
    });
  });

  it('should reverse a page', () => {
    const [a, b] = pages.p.items;
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list('p|', reorderAcrossKeys())).toBe('p|', { p: { ...pages.p, items: [b, a] } });
    });
  });

  it('should print as its call, and refuse an invalid time', () => {
    expect(reorderAcrossKeys({ window: 5 }).code).toBe('reorderAcrossKeys({ window: 5 })');
    expect(() => reorderAcrossKeys({ window: 0 })).toThrow(OptionsError);
  });

  itLeavesTheRestAlone((position) => reorderAcrossKeys(position));
});
