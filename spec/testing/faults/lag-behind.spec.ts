import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, of } from 'rxjs';
import { type KubeObject, type ListPage, OptionsError, StatusError } from 'rx-informer';
import { lagBehind, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { events, pages, scene } from './answers.ts';

const tooLarge = (asked: string, current: string, inStream: boolean): StatusError =>
  new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    retryAfterSeconds: 1,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    inStream,
  });
const p: ListPage<KubeObject> = { items: [], resourceVersion: '9' };

describe('lagBehind', () => {
  it('should delay all events', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('ab-|', lagBehind({ delay: 3 }))).toBe('---ab-|', events);
      expectObservable(list('p-q|', lagBehind({ delay: 3 }))).toBe('---p-q|', pages);
      expectObservable(list('p-q|', lagBehind({ delay: 3 }), { resourceVersion: '0' })).toBe(
        '---p-q|',
        pages,
      );
    });
  });

  it('should answer 504 after 3 s for a later version', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      const asked = { resourceVersion: '12' };
      const stream = { ...asked, sendInitialEvents: true };
      expectObservable(list('p|', lagBehind(), asked)).toBe('3s #', pages, tooLarge('12', '0', false));
      expectObservable(watch('a|', lagBehind(), stream)).toBe('3s #', events, tooLarge('12', '0', true));
    });
  });

  it('should wait for a version that it reaches within 3 s', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher<KubeObject>({ list: [of(p), cold('p|', { p })], watch: [NEVER] });
      const behind = lagBehind({ nth: 2, delay: 1_000 })(source);
      behind.list().subscribe();

      expectObservable(behind.list({ resourceVersion: '9' })).toBe('2s p|', { p });
    });
  });

  it('should reach a version after the delay, and name its version until then', () => {
    marbles().run(({ cold, expectObservable }) => {
      const source = scriptedListerWatcher<KubeObject>({
        list: [of({ ...p, resourceVersion: '5' }), cold('p|', { p }), cold('p|', { p })],
        watch: [cold('10s k', { k: { type: 'BOOKMARK', resourceVersion: '7' } })],
      });
      const behind = lagBehind({ on: 'list', delay: 8_000 })(source);
      behind.list().subscribe();
      behind.watch({ resourceVersion: '5' }).subscribe();

      const asked = { resourceVersion: '7' };
      expectObservable(behind.list(asked), '11s ^').toBe('14s #', { p }, tooLarge('7', '5', false));
      expectObservable(behind.list(asked), '18s ^').toBe('26s p|', { p });
    });
  });

  it('should not affect other requests', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('ab-|', lagBehind({ on: 'list' }))).toBe('ab-|', events);
      expectObservable(list('p|', lagBehind({ nth: 2 }), { resourceVersion: '12' })).toBe('p|', pages);
    });
  });

  it.each(['|', '-', '#', 'a-#', '(a#)', 'a-|'])(
    'should end like its source, with the same delay: %s',
    (diagram) => {
      scene(({ watch, helpers: { expectObservable } }) => {
        expectObservable(watch(diagram, lagBehind({ delay: 3 }))).toBe(
          `---${diagram}`,
          events,
          new Error('of the watch'),
        );
      });
    },
  );

  it('should emit nothing after an unsubscribe, and all events to the next subscriber', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const diagram = cold('ab-', events);
      const late$ = lagBehind({ delay: 3 })(
        scriptedListerWatcher({ list: [EMPTY], watch: [diagram] }),
      ).watch();
      expectObservable(late$, '^---!').toBe('---a', events);
      expectObservable(late$, '-----^----!').toBe('--------ab', events);
      expectSubscriptions(diagram.subscriptions).toBe(['^---!', '-----^----!']);
    });
  });

  it('should print as its call, and refuse invalid arguments', () => {
    expect(lagBehind({ delay: 5 }).code).toBe('lagBehind({ delay: 5 })');
    expect(() => lagBehind({ delay: -1 })).toThrow(OptionsError);
    expect(() => lagBehind({ by: 5 } as never)).toThrow("did you mean 'delay'?");
    expect(() => lagBehind({ after: 1 } as never)).toThrow(OptionsError);
    expect(() => lagBehind()({} as never)).toThrow(OptionsError);
  });
});
