import { describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import { ConnectionError, type ReflectorStatus } from 'rx-informer';
import { statusLine } from '../../../src/cli/lines/status-line.ts';
import { statusLines } from '../../../src/cli/lines/status-lines.ts';
import { colourStyle, plainStyle } from '../../../src/cli/lines/style.ts';
import { marbles } from '../../support/marbles.ts';

type Notification = ReflectorStatus & { readonly hasSynced: boolean };

const l: Notification = { phase: 'listing', since: 0, received: 0, hasSynced: false };
const w: Notification = { phase: 'watching', since: 0, resourceVersion: '9', hasSynced: true };
const f: Notification = {
  phase: 'waiting',
  since: 0,
  error: new ConnectionError('it\nbroke'),
  failure: 'transient',
  attempt: 1,
  retryAt: 800,
  hasSynced: true,
};
const statuses = { l, w, f };

/** Returns an operator that emits the status lines without their times. */
const emitted = () => (source: Parameters<ReturnType<typeof statusLines>>[0]) =>
  source.pipe(
    statusLines('pods', () => 2, plainStyle, String),
    map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')),
  );
const lines = {
  l: 'listing pods …',
  w: 'watching pods, 2 objects',
  f: 'pods: it broke; next try in 1 s',
  a: 'watching pods again',
};

describe('statusLines', () => {
  it('should report that a watch works again after it has lasted', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  lw-f-w 999ms f-w 3s   -|', statuses);
      const expected = ' lw-f-- 999ms f- 2s a 1s   -|';

      expectObservable(e1.pipe(emitted())).toBe(expected, lines);
    });
  });

  it('should colour problems if colours are enabled', () => {
    marbles().run(({ cold, expectObservable }) => {
      const line$ = cold('wf', statuses).pipe(
        statusLines('pods', () => 2, colourStyle, String),
        map((line) => line.includes('\u001b[33m')),
      );

      expectObservable(line$).toBe('wf', { w: false, f: true });
    });
  });

  it('should complete with an empty source, and stay silent with a silent source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold<Notification>('|').pipe(emitted())).toBe('|');
      expectObservable(cold<Notification>('-').pipe(emitted())).toBe('-');
    });
  });

  it('should emit an error of its source', () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold('l-#', statuses).pipe(emitted())).toBe('l-#', lines);
    });
  });

  it('should stop when it is unsubscribed, also while a line is pending', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('     wfw--- ', statuses);
      const unsubscription = '----!';
      const expected = '   wf---';

      expectObservable(e1.pipe(emitted()), unsubscription).toBe(expected, lines);
      expectSubscriptions(e1.subscriptions).toBe('^---!');
    });
  });

  it('should start again for each subscriber', () => {
    marbles().run(({ cold, expectObservable }) => {
      const line$ = cold('lw|', statuses).pipe(emitted());

      expectObservable(line$).toBe('lw|', lines);
      expectObservable(line$, '--^').toBe('--lw|', lines);
    });
  });

  it('should leave no part of a secret when it cuts a message', () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '(token)');

    for (let before = 990; before <= 1_000; before++) {
      const text = `${'x'.repeat(before)}s3cret`;
      expect(statusLine({ text, warning: true }, 0, plainStyle, redact)).not.toMatch(/xs3?/);
    }
  });
});
