import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limitContentCodings } from '../../src/fetch/limit-content-codings.ts';

const name = Symbol.for('undici.globalDispatcher.1');
const world = globalThis as unknown as Record<symbol, unknown>;

describe('limitContentCodings', () => {
  const ofNode = world[name];
  // Node's own cannot be deleted.
  beforeEach(() => {
    world[name] = undefined;
  });
  afterEach(() => {
    world[name] = ofNode;
  });

  /** What a handler gets of an answer, through the dispatcher of the program. */
  const answered = (
    answer: (handler: Record<string, (...given: unknown[]) => unknown>) => unknown,
  ): unknown => {
    const heard: unknown[] = [];
    const handler = {
      body: 'none',
      onHeaders(...given: unknown[]) {
        this.body = 'begun';
        heard.push(given);
        return true;
      },
      onData(): string {
        return this.body;
      },
    };
    let result: unknown;
    world[name] = {
      dispatch: (options: unknown, own: never) => {
        result = answer(own);
        return options === 'options';
      },
    };
    expect(limitContentCodings()?.dispatcher.dispatch('options', handler as never)).toBe(true);
    return { heard, result };
  };
  const raw = (...codings: readonly string[]): readonly Buffer[] =>
    ['date', 'today', ...codings.flatMap((coding) => ['Content-Encoding', coding])].map((text) =>
      Buffer.from(text),
    );

  it('should be nothing where there is no dispatcher', () => {
    expect(limitContentCodings()).toBeUndefined();
  });

  it('should pass on an answer with five codings, and keep the state of the handler', () => {
    const headers = raw('gzip, gzip, gzip', 'gzip,br');

    expect(
      answered((handler) => [handler['onHeaders']?.(200, headers, 'resume', 'OK'), handler['onData']?.()]),
    ).toEqual({ heard: [[200, headers, 'resume', 'OK']], result: [true, 'begun'] });
  });

  it.each([
    ['one header', raw('gzip, gzip, gzip, gzip, gzip, gzip')],
    ['six headers', raw('gzip', 'gzip', 'gzip', 'gzip', 'gzip', 'gzip')],
  ])('should refuse an answer with six codings in %s', (_, headers) => {
    expect(() => answered((handler) => handler['onHeaders']?.(200, headers))).toThrow(
      'more than 5 content codings',
    );
  });
});
