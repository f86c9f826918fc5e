import { describe, expect, it } from '@jest/globals';
import { duplicate } from 'rx-informer/testing';
import { events, itLeavesTheRestAlone, pages, scene } from './answers.ts';

const [a, b] = pages.p.items;

describe('duplicate', () => {
  it('should emit each event twice, for every request', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      const watch$ = watch('a---(bk)---|', duplicate());
      expectObservable(watch$).toBe('(aa)(bbkk)-|', events);
      expectObservable(watch$).toBe('(aa)(bbkk)-|', events);
    });
  });

  it('should emit each object of a page twice', () => {
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list('-p-|', duplicate())).toBe('-p-|', { p: { ...pages.p, items: [a, a, b, b] } });
    });
  });

  it('should begin at its position', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch('ab---|', duplicate({ after: 1 }))).toBe('a(bb)|', events);
      expectObservable(watch('ab---#', duplicate({ after: { ms: 1 } }))).toBe(
        'a(bb)#',
        events,
        new Error('of the watch'),
      );
    });
  });

  it('should print as its call', () => {
    expect(duplicate({ on: 'list' }).code).toBe("duplicate({ on: 'list' })");
  });

  itLeavesTheRestAlone(duplicate);
});
