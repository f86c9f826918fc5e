import { describe, expect, it } from '@jest/globals';
import { concat, NEVER, of, throwError } from 'rxjs';
import { ConnectionError, reflect, type ReflectOptions } from 'rx-informer';
import { type LoggedRequest, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, at, bookmark, page, play, status } from './scenario.ts';

const a = at('a', '3');
const options: ReflectOptions = { streamingList: 'auto' };
const end = { ...bookmark('9'), initialEventsEnd: true } as const;

describe('the streamed lists of a reflector without the permission to list', () => {
  const broken = concat(
    of(added(a)),
    throwError(() => new ConnectionError('reset', { answered: true })),
  );
  it.each([
    ['broke off', [broken, broken, broken], '32400'],
    ['were idle', [NEVER], '60000'],
  ])('should be tried again after they %s, when a list in pages is forbidden', (_, streams, time) => {
    const { requests, statuses } = play(() => ({
      list: [status(403)],
      watch: [...streams, concat(of(added(a), end), NEVER)],
      options,
      for: 70_000,
    }));

    expect(requests.at(-1)).toBe(`${time} watch sendInitialEvents=true`);
    expect(statuses).toContain(`${time} watching 9`);
  });

  it('should be tried three more times after each forbidden list', () => {
    const { requests } = play(() => ({
      list: [status(403), status(403)],
      watch: [broken, broken, broken, broken, broken, broken, NEVER],
      options,
      for: 110_000,
    }));
    const kinds = requests.map((line) => line.split(' ')[1]).join(' ');

    expect(kinds).toBe('watch watch watch list watch watch watch list watch');
  });

  it('should be tried again by a later subscription', () => {
    const source = scriptedListerWatcher({
      list: [NEVER, status(403)],
      watch: [broken, broken, broken, NEVER],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const reflected = reflect(source, { ...options, random: () => 0 });
      const first = reflected.subscribe();
      scheduler.schedule(() => {
        first.unsubscribe();
        const second = reflected.subscribe();
        scheduler.schedule(() => second.unsubscribe(), 40_000);
      }, 10_000);
    });

    expect(source.requests.map(({ at: time, verb }) => `${time} ${verb}`).slice(-2)).toEqual([
      '10000 list',
      '40000 watch',
    ]);
  });

  it('should be tried again if the permission to list is revoked later, and the version check is forbidden', () => {
    const reset = throwError(() => new ConnectionError('reset', { answered: true }));
    const phases: string[] = [];
    const source = scriptedListerWatcher({
      list: [of(page('9', a)), status(403)],
      probe: [status(403)],
      watch: [reset],
      stream: [broken, broken, broken, concat(of(added(a), end), NEVER)],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const status = { next: ({ phase }: { readonly phase: string }) => phases.push(phase) };
      const running = reflect(source, { ...options, random: () => 0, status }).subscribe();
      scheduler.schedule(() => {
        expect(phases.at(-1)).toBe('watching');
        running.unsubscribe();
      }, 20_000);
    });
    const kinds = source.requests.map(({ verb, options: { limit, sendInitialEvents } }: Request) =>
      limit === 1 ? 'check' : sendInitialEvents ? 'stream' : verb,
    );

    expect(kinds.join(' ')).toBe('stream stream stream list watch check stream');
  });

  it('should not be tried again if the server refused streamed lists', () => {
    const { requests } = play(() => ({
      list: [status(403)],
      watch: [status(422, 'Invalid'), NEVER],
      options,
      for: 200_000,
    }));

    expect(requests.filter((line) => line.includes('watch'))).toHaveLength(1);
  });
});

type Request = LoggedRequest & {
  readonly options: { readonly limit?: number; readonly sendInitialEvents?: boolean };
};
