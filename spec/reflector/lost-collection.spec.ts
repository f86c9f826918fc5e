import { describe, expect, it } from '@jest/globals';
import { concat, NEVER, of, throwError } from 'rxjs';
import { type KubeObject, type ListerWatcher, OptionsError, reflect, StatusError } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, after, at, bookmark, page, play, status } from './scenario.ts';

const [a, b] = [at('a', '3'), at('b', '4')];
const end = { ...bookmark('9'), initialEventsEnd: true } as const;
const forbidden = status(403, 'Forbidden');
const missing = status(404, 'NotFound');
const notServed = status(404, 'NotFound', { causes: [{ reason: 'ResourceNotServed' }] });
/** A watch that the server closes after 6 s. The reflector resumes such a watch without a delay. */
const healthy = after(6_000);

describe('onForbidden', () => {
  it('should keep the objects by default, and ask again after 30 s', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', a)), forbidden],
      watch: [forbidden],
      probe: [forbidden],
      for: 100_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a']);
    expect(requests).toEqual(['0 list limit=500', '0 watch resourceVersion=9']);
  });

  it('should remove all objects once the second 403 confirms the first, and list when the rights are back', () => {
    const { events, requests, statuses, error } = play(() => ({
      list: [of(page('9', a, b)), forbidden, of(page('20', b))],
      watch: [healthy, forbidden, NEVER],
      probe: [of(page('9')), forbidden],
      options: { onForbidden: 'clear' },
      for: 100_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a b', '11000 REPLACED 9: ', '71000 REPLACED 20: b']);
    expect(requests).toEqual([
      '0 list limit=500',
      '0 watch resourceVersion=9',
      '6000 watch resourceVersion=9',
      '41000 list limit=500',
      '71000 list limit=500',
      '71000 watch resourceVersion=20',
    ]);
    expect(statuses.slice(3, -1)).toEqual([
      '6000 watching 9',
      '6000 waiting forbidden #1 until 11000',
      '11000 waiting forbidden #2 until 41000',
      '41000 listing 0',
      '41000 waiting forbidden #3 until 71000',
      '71000 listing 0',
      '71000 listing 1',
      '71000 watching 20',
    ]);
    expect(error).toBeUndefined();
  });

  it('should not count a 403 from before the reflector was disabled', () => {
    const { events } = play(({ cold }) => ({
      list: [of(page('9', a)), of(page('9', a))],
      watch: [forbidden, NEVER],
      probe: [forbidden, of(page('9'))],
      options: { onForbidden: 'clear', enabled: cold('t 999ms f 3599999ms t', { t: true, f: false }) },
      for: 4_000_000,
    }));

    expect(events.filter((text) => text.endsWith(': '))).toEqual([]);
  });

  it('should list in pages if a streamed list is refused, because the user can still have the right to list', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', a))],
      watch: [concat(of(added(a), end), after(60_000, status(410, 'Expired'))), forbidden],
      probe: [of(page('9'))],
      options: { onForbidden: 'clear', streamingList: 'auto' },
      for: 200_000,
    }));

    expect(events.filter((text) => text.endsWith(': '))).toEqual([]);
    expect(requests.some((request) => request.includes(' list '))).toBe(true);
  });

  it('should remove nothing after a single 403', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', a)), of(page('9', a))],
      watch: [healthy, forbidden, NEVER],
      options: { onForbidden: 'clear' },
      for: 100_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a']);
    expect(requests.at(-1)).toBe('11000 watch resourceVersion=9');
  });

  it('should remove the objects of a streamed list, too', () => {
    const { events } = play(() => ({
      list: [forbidden],
      watch: [concat(of(added(a), end), healthy), forbidden, forbidden, concat(of(added(b), end), NEVER)],
      probe: [of(page('9')), forbidden],
      options: { onForbidden: 'clear', streamingList: 'auto' },
      for: 100_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a', '11000 REPLACED 9: ', '41000 REPLACED 9: b']);
  });

  it('should remove the objects before isFatal ends the stream', () => {
    const { events, error } = play(() => ({
      list: [of(page('9', a)), forbidden],
      watch: [forbidden],
      probe: [forbidden],
      options: { onForbidden: 'clear', isFatal: ({ attempt }) => attempt === 2 },
      for: 100_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a', '5000 REPLACED 9: ']);
    expect(error).toMatchObject({ code: 403 });
  });

  it.each([
    ['the page of a proxy with 403', status(403)],
    ['401', status(401, 'Unauthorized')],
    ['500', status(500, 'InternalError')],
  ])('should keep the objects after %s', (_, refusal) => {
    const { events } = play(() => ({
      list: [of(page('9', a)), refusal],
      watch: [refusal],
      probe: [refusal],
      options: { onForbidden: 'clear' },
      for: 600_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a']);
  });

  it('should emit nothing if the user never had the rights', () => {
    const { events, statuses } = play(() => ({
      list: [forbidden],
      options: { onForbidden: 'clear' },
      for: 100_000,
    }));

    expect(events).toEqual([]);
    expect(statuses[1]).toBe('0 waiting forbidden #1 until 30000');
  });

  it.each(['drop', true])('should refuse the value %j', (onForbidden) => {
    const call = (): unknown =>
      reflect(scriptedListerWatcher({ list: [NEVER], watch: [NEVER] }), {
        onForbidden: onForbidden as unknown as 'keep',
      });

    expect(call).toThrow(OptionsError);
    expect(call).toThrow('reflect: onForbidden');
  });
});

describe('a resource that is not served', () => {
  it('should be listed within 0.8 s of its CRD, without an event before', () => {
    const { events, requests } = play(() => ({
      list: [...Array.from({ length: 5 }, () => notServed), of(page('9', a))],
      options: { random: () => 0.999 },
      for: 20_000,
    }));

    expect(events).toEqual(['4000 REPLACED 9: a']);
    expect(requests.slice(0, 6)).toEqual(
      [0, 800, 1_600, 2_400, 3_200, 4_000].map((time) => `${time} list limit=500`),
    );
  });

  it('should lose its objects after 5 s if discovery confirms the 404, and be listed again later', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', a, b)), ...Array.from({ length: 14 }, () => notServed), of(page('20', b))],
      watch: [missing, NEVER],
      for: 20_000,
    }));

    expect(events).toEqual(['0 REPLACED 9: a b', '5200 REPLACED 9: ', '6000 REPLACED 20: b']);
    expect(requests.slice(2)).toEqual([
      ...Array.from({ length: 13 }, (_, nth) => 400 * (nth + 1)).map(
        (time) => `${time} list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500`,
      ),
      ...[5_600, 6_000].map((time) => `${time} list limit=500`),
      '6000 watch resourceVersion=20',
    ]);
  });

  it('should keep its objects as long as the source confirms nothing', () => {
    const { events } = play(() => ({ list: [of(page('9', a)), missing], watch: [missing], for: 600_000 }));

    expect(events).toEqual(['0 REPLACED 9: a']);
  });

  it('should ask the source to check discovery after 5 s of 404, then every 10 s', () => {
    const checks: string[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const list = [of(page('9', a)), missing];
      const script = scriptedListerWatcher({ list, watch: [missing] });
      const source: ListerWatcher<KubeObject> = {
        list: (options, hooks) => {
          if (hooks?.checkServed === true) checks.push(`${scheduler.now()} list`);
          return script.list(options);
        },
        watch: (options) => script.watch(options),
      };
      const running = reflect(source, { streamingList: 'never', random: () => 0 }).subscribe();
      scheduler.schedule(() => running.unsubscribe(), 27_000);
    });

    expect(checks).toEqual(['5200 list', '15200 list', '25200 list']);
  });
});

describe('a subscription after a lost collection', () => {
  it('should remove the objects that an earlier subscription emitted', () => {
    const events: string[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const source = scriptedListerWatcher({
        list: [of(page('9', a)), forbidden],
        watch: [NEVER],
      });
      const reflected$ = reflect(source, {
        streamingList: 'never',
        random: () => 0,
        onForbidden: 'clear',
      });
      const run = (until: number): void => {
        const running = reflected$.subscribe((event) => {
          if (event.type === 'REPLACED') events.push(`${scheduler.now()} ${event.items.length}`);
        });
        scheduler.schedule(() => running.unsubscribe(), until - scheduler.now());
      };
      run(10);
      scheduler.schedule(() => run(100_000), 20);
    });

    expect(events).toEqual(['0 1', '5020 0']);
  });

  it.each([
    ['a list that never answers', NEVER],
    ['a list that fails', throwError(() => new StatusError({ code: 500 }))],
  ])('should emit nothing for %s', (_, list) => {
    expect(play(() => ({ list: [list], options: { onForbidden: 'clear' }, for: 10_000 })).events).toEqual([]);
  });

  it('should emit nothing after an early unsubscribe', () => {
    const { events } = play(() => ({
      list: [of(page('9', a)), forbidden],
      watch: [forbidden],
      probe: [forbidden],
      options: { onForbidden: 'clear' },
      for: 4_999,
    }));

    expect(events).toEqual(['0 REPLACED 9: a']);
  });
});
