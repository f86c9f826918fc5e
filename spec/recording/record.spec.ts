import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of, Subject, throwError } from 'rxjs';
import { KubeError, type KubeObject, OptionsError, StatusError } from 'rx-informer';
import { record, RecordingError, replay } from 'rx-informer/recording';
import { kubeObject } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const unheard = (): void => undefined;

describe('record', () => {
  it('should write a header, each value with its time and stage, and the end', () => {
    const lines: string[] = [];
    marbles().run(({ cold, expectObservable, flush }) => {
      const values = { a: { n: 1 }, b: 'two' };
      expectObservable(cold('-a-b|', values).pipe(record((line) => lines.push(line), { stage: 's' }))).toBe(
        '-a-b|',
        values,
      );
      flush();
    });

    expect(lines).toEqual([
      '{"format":"rx-informer-recording","version":1,"time":0}',
      '{"time":1,"stage":"s","value":{"n":1}}',
      '{"time":3,"stage":"s","value":"two"}',
      '{"time":4,"stage":"s","complete":true}',
    ]);
  });

  it('should pass all notifications through: empty, never, an error, an early unsubscribe, a second subscription', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const tap = record<string>(unheard);
      const error = cold('-a-#');

      expectObservable(EMPTY.pipe(record(unheard))).toBe('|');
      expectObservable(NEVER.pipe(record(unheard))).toBe('-');
      expectObservable(error.pipe(tap)).toBe('-a-#');
      expectObservable(error.pipe(tap), '--^-!').toBe('---a');
      expectSubscriptions(error.subscriptions).toBe(['^--!', '--^-!']);
    });
  });

  it('should write an error by its members, without its cause', () => {
    const lines: string[] = [];
    const refusal = new StatusError({ code: 429, message: 'slowly', retryAfterSeconds: 3 });
    const foreign = new TypeError('Bearer s3cret');
    const status = { phase: 'waiting', error: refusal };

    concat(
      of(status, refusal),
      throwError(() => foreign),
    )
      .pipe(record((line) => lines.push(line)))
      .subscribe({ error: unheard });
    const replayed: unknown[] = [];
    replay(lines, { speed: Infinity }).subscribe({
      next: (value) => replayed.push(value),
      error: (error: unknown) => replayed.push(error),
    });

    expect(replayed).toEqual([status, refusal, expect.any(KubeError)]);
    expect((replayed[1] as StatusError).retryAfterSeconds).toBe(3);
    expect(lines.join('\n')).not.toContain('s3cret');
  });

  it('should remove the data of Secrets, unless keepSecrets is set', () => {
    const secret = { ...kubeObject('shop/login'), kind: 'Secret', data: { password: 'aHVudGVyMg==' } };
    const [lean, whole]: [string[], string[]] = [[], []];
    const value = { type: 'updated', object: secret, old: secret };

    of(value)
      .pipe(record((line) => lean.push(line)))
      .subscribe();
    of(value)
      .pipe(record((line) => whole.push(line), { keepSecrets: true }))
      .subscribe();

    expect(lean.join()).not.toMatch(/password|aHVudGVyMg/);
    expect(lean.join()).toContain('login');
    expect(whole.join().split('aHVudGVyMg')).toHaveLength(3);
  });

  const around: Record<string, unknown> = { a: 1 };
  around['itself'] = [around];

  it.each<[string, unknown]>([
    ['value is function', () => 1],
    ['value is symbol', Symbol('s')],
    ['value is not a plain object ([object Uint8Array])', new Uint8Array(2)],
    ['value.n is bigint', { n: 1n }],
    ['value.a[1].b is NaN', { a: [0, { b: Number.NaN }] }],
    ['value.at is not a plain object ([object Date])', { at: new Date(0) }],
    ['value["a/b"] is not a plain object ([object Map])', { 'a/b': new Map() }],
    ['value.set is not a plain object ([object Set])', { set: new Set() }],
    ['value.toJSON is function', { toJSON: () => ({}) }],
    ['value[0] is undefined', [undefined]],
    ['value.s is symbol', { s: Symbol('s') }],
    ['value.itself[0] holds itself', around],
    ['value.url is not a plain object ([object URL])', { url: new URL('http://a') }],
  ])('should emit an error for a value that JSON cannot represent, with its position: %s', (words, value) => {
    const lines: string[] = [];
    const received: unknown[] = [];
    of(value)
      .pipe(record((line) => lines.push(line)))
      .subscribe({ next: (one) => received.push(one), error: (error: unknown) => received.push(error) });

    expect(received).toEqual([expect.any(RecordingError)]);
    expect(received[0]).toMatchObject({
      problem: 'unwritable',
      failure: 'fatal',
      message: expect.stringContaining(`as JSON: ${words}; record`),
    });
    expect(lines).toHaveLength(1);
  });

  it('should replay data that looks like marks, and errors at any depth', () => {
    const lines: string[] = [];
    const facts = { name: 'a', message: 'b' };
    const twice = { a: 1 };
    const values = [
      { $error: facts },
      { a: [{ $error: facts }, { $$error: { $error: 3 } }], $error: 1 },
      { deep: [{ error: new StatusError({ code: 503 }) }] },
      { twice, again: twice, '$$$error"': '$error"' },
      { $error: facts, gone: undefined },
      { ['__proto__']: 'a' },
    ];
    of(...values)
      .pipe(record((line) => lines.push(line)))
      .subscribe();
    const replayed: unknown[] = [];
    replay(lines, { speed: Infinity }).subscribe((value) => replayed.push(value));

    expect(replayed).toEqual(values);
    expect(Object.keys(replayed[4] as object)).toEqual(['$error']);
  });

  it('should keep a value that is undefined', () => {
    const lines: string[] = [];
    of(undefined, null)
      .pipe(record((line) => lines.push(line)))
      .subscribe();
    const values: unknown[] = [];
    replay(lines, { speed: Infinity }).subscribe((value) => values.push(value));

    expect(values).toEqual([undefined, null]);
  });

  it('should emit an error when a line cannot be written, including the header', () => {
    const full = (): never => {
      throw new Error('ENOSPC');
    };
    const source = new Subject<KubeObject>();
    const received: unknown[] = [];
    let room = 2;
    source
      .pipe(record(() => (room-- > 0 ? undefined : full())))
      .subscribe({ error: (error: unknown) => received.push(error, (error as RecordingError).cause) });
    of(1)
      .pipe(record(full))
      .subscribe({ error: (error: unknown) => received.push(error) });
    source.next(kubeObject('a'));
    source.next(kubeObject('b'));

    const unwritable = expect.objectContaining({ problem: 'unwritable' });
    expect(received).toEqual([unwritable, unwritable, new Error('ENOSPC')]);
    expect(source.observed).toBe(false);
  });

  it('should refuse unknown options', () => {
    expect(() => record(3 as never)).toThrow(OptionsError);
    expect(() => record(unheard, { stage: 3 as never })).toThrow('record: stage');
    expect(() => record(unheard, { keepSecrets: 'yes' as never })).toThrow('record: keepSecrets');
    expect(() => record(unheard, { stages: 'a' } as never)).toThrow('stages');
  });
});
