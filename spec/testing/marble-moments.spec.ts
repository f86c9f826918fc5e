import { describe, expect, it } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';
import { OptionsError } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { momentsOf } from '../../src/testing/marble-moments.ts';

describe('momentsOf', () => {
  it('should parse a diagram as RxJS does', () => {
    const part = fc.constantFrom('-', 'a', 'b7', ' ', ' 3ms ', ' 1.5s ', ' 1m ', '(ab)', '(a-b#)', '7', '🦀');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom('', '|', '#'), (parts, end) => {
        const diagram = parts.join('') + end;
        const theirs = new TestScheduler(() => undefined).run(() =>
          TestScheduler.parseMarbles(diagram, undefined, '#', false, true),
        );

        expect(momentsOf('diagram', diagram)).toEqual(
          theirs.map(({ frame, notification }) => ({
            at: frame,
            symbol:
              notification.kind === 'N'
                ? (notification.value as string)
                : notification.kind === 'C'
                  ? '|'
                  : '#',
          })),
        );
      }),
    );
  });

  it('should refuse an invalid diagram of an answer', () => {
    for (const diagram of ['^-a', '-a!', '(a', 'a)', '((a))', 7]) {
      expect(() => momentsOf('diagram', diagram as string)).toThrow(OptionsError);
    }
  });
});
