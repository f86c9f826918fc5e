import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { reorderAcrossKeys } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

describe('reorderAcrossKeys', () => {
  it('should tell the objects of a window in reverse, the events of each in their order', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('abAd-', reorderAcrossKeys({ window: 5 }))).toBe('-----(bdaA)', events);
    });
  });

  it('should not let an event pass a bookmark', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('(abkAd)--|', reorderAcrossKeys({ window: 2 }))).toBe('--(bakdA)|', events);
    });
  });

  it('should open a window with the first event after the last one', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('a---b-----|', reorderAcrossKeys({ window: 3 }))).toBe('---a---b--|', events);
    });
  });

  it('should tell what is held, then the end', () => {
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

  it('should turn a page around', () => {
    const [a, b] = pages.p.items;
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list('p|', reorderAcrossKeys())).toBe('p|', { p: { ...pages.p, items: [b, a] } });
    });
  });

  it('should be written as it was called, and refuse what is no time', () => {
    expect(reorderAcrossKeys({ window: 5 }).code).toBe('reorderAcrossKeys({ window: 5 })');
    expect(() => reorderAcrossKeys({ window: 0 })).toThrow(OptionsError);
  });

  itLeavesTheRestAlone((position) => reorderAcrossKeys(position));
});
