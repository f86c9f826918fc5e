import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import {
  dropConnection,
  duplicate,
  fakeControllerSource,
  faulty,
  goSilent,
  scriptedListerWatcher,
} from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { events, pages } from './answers.ts';

describe('faulty', () => {
  it('should put the first fault nearest to the source', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher({ list: [cold('p|', pages)], watch: [cold('-a---b-|', events)] });
      expectObservable(faulty(source, duplicate(), goSilent({ on: 'watch', after: 3 })).watch()).toBe(
        '-(aa)b',
        events,
      );
    });
  });

  it('should let a fault count what those before it let through', () => {
    const source = fakeControllerSource();
    const bad = faulty(source, dropConnection({ nth: 2 }), dropConnection({ nth: 1 }));
    const failed = [1, 2, 3, 4].map(() => {
      let isFailed = false;
      bad.list().subscribe({ error: () => (isFailed = true) });
      return isFailed;
    });

    expect(failed).toEqual([true, false, true, false]);
    expect(source.requests).toHaveLength(2);
  });

  it('should count anew for each source', () => {
    const fault = dropConnection({ nth: 1 });
    const errors: unknown[] = [];
    for (const bad of [fault(fakeControllerSource()), fault(fakeControllerSource())])
      bad.list().subscribe({ error: (error: unknown) => void errors.push(error) });

    expect(errors).toHaveLength(2);
  });

  it('should leave a source alone without faults', () => {
    const source = fakeControllerSource();
    expect(faulty(source)).toBe(source);
  });

  it('should refuse what is no source, and what is no fault', () => {
    expect(() => faulty({} as never)).toThrow(OptionsError);
    expect(() => faulty(fakeControllerSource(), 'expire' as never)).toThrow('faults must be a function');
  });
});
