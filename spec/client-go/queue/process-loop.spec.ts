import { afterEach, describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { asyncScheduler, config, mergeMap, NEVER, type Observable, throwError, timer } from 'rxjs';
import { type HandlerError, type KubeObject, OptionsError } from 'rx-informer';
import { newDeltaFIFO, newRealFIFO, processLoop, RequeueError, type KeyDeltas } from 'rx-informer/client-go';
import { brief } from '../../queue/events.ts';
import { marbles } from '../../support/marbles.ts';
import { thing } from '../../support/things.ts';
import { until } from '../../support/until.ts';

const noop = (): void => undefined;

/** Returns a process function that records its calls with their times. The function throws an error for some calls. */
function refusing(
  noted: string[],
  shouldRefuse: (text: string, call: number) => boolean,
  how: (text: string) => unknown = (text) => {
    throw new Error(`not ${text}`);
  },
): (deltas: Parameters<typeof brief>[0]) => unknown {
  let call = 0;
  return (deltas) => {
    const text = brief(deltas) ?? '';
    noted.push(`${text} at ${asyncScheduler.now()}`);
    call += 1;
    return shouldRefuse(text, call) ? how(text) : undefined;
  };
}

describe('processLoop', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should pop into process, one at a time, and wait for more deltas (B71, B158)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const fifo = newDeltaFIFO<KubeObject>();
      const noted: string[] = [];
      fifo.add(thing('a@1'));
      fifo.add(thing('b@1'));
      const loop$ = processLoop(fifo, (deltas, isInInitialList) => {
        expectTypeOf(deltas).toEqualTypeOf<KeyDeltas<KubeObject>>();
        noted.push(`${brief(deltas) ?? ''} ${String(isInInitialList)} at ${asyncScheduler.now()}`);
        return timer(10);
      });
      expect(noted).toEqual([]);
      cold('                   30ms c').subscribe(() => fifo.add(thing('c@1')));
      cold('                   60ms x').subscribe(() => fifo.close());

      expectObservable(loop$).toBe('60ms |');
      timer(50).subscribe(() =>
        expect(noted).toEqual(['Added a@1 false at 0', 'Added b@1 false at 10', 'Added c@1 false at 30']),
      );
    });
    expect.assertions(3);
  });

  it('should follow the marbles: empty, never, error, an early end, and again', () => {
    marbles().run(({ cold, expectObservable }) => {
      const closed = newDeltaFIFO<KubeObject>();
      closed.close();
      const waiting = newDeltaFIFO<KubeObject>();
      const failing = newDeltaFIFO<KubeObject>();
      cold('                                                   --x').subscribe(() => failing.error('broken'));
      const busy = newDeltaFIFO<KubeObject>();
      busy.add(thing('a@1'));
      busy.add(thing('b@1'));
      const noted: string[] = [];
      const loop$ = processLoop(busy, (deltas) => {
        noted.push(brief(deltas) ?? '');
        return NEVER;
      });

      expectObservable(processLoop(closed, noop)).toBe('       |');
      expectObservable(processLoop(waiting, noop)).toBe('      -');
      expectObservable(processLoop(failing, noop)).toBe('      --#', {}, 'broken');
      expectObservable(loop$, '                                ^-!').toBe('-');
      expectObservable(loop$, '                                ---^-!').toBe('-');
      timer(10).subscribe(() =>
        expect([noted, busy.isClosed()]).toEqual([['Added a@1', 'Added b@1'], false]),
      );
    });
  });

  it('should pop the queued deltas before it ends with the queue (B87)', () => {
    const fifo = newDeltaFIFO<KubeObject>();
    const noted: string[] = [];
    fifo.add(thing('a@1'));
    fifo.close();
    processLoop(fifo, (deltas) => noted.push(brief(deltas) ?? '')).subscribe({
      complete: () => noted.push('complete'),
    });

    expect(noted).toEqual(['Added a@1', 'complete']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['returns as an error', () => throwError(() => new Error('boom'))],
  ])('should call onError when process %s, and continue (B89, against B120 and B125)', (_how, fail) => {
    const fifo = newDeltaFIFO<KubeObject>();
    const errors: HandlerError[] = [];
    for (const text of ['a@1', 'b@1', 'c@1']) fifo.add(thing(text));
    const running = processLoop(fifo, ([first]) => (first?.key === 'b' ? fail() : undefined), {
      onError: (error) => errors.push(error),
    }).subscribe();

    expect(errors.map(({ message, key }) => [message, key])).toEqual([['process threw for b: boom', 'b']]);
    expect(fifo.length).toBe(0);
    running.unsubscribe();
  });

  it('should report a rejected promise as unhandled without onError', async () => {
    const unhandled: string[] = [];
    config.onUnhandledError = (error) => void unhandled.push(String(error));
    const fifo = newRealFIFO<KubeObject>({ atomicEvents: true });
    fifo.replace([thing('a@1')], '1');
    const running = processLoop(fifo, () => Promise.reject(new Error('boom'))).subscribe();
    await until(() => unhandled.length > 0);

    expect(unhandled).toEqual(['HandlerError: process threw: boom']);
    running.unsubscribe();
  });

  it('should end with the error that onError throws', () => {
    marbles().run(({ expectObservable }) => {
      const fifo = newDeltaFIFO<KubeObject>();
      fifo.add(thing('a@1'));
      const fail = (): never => {
        throw new Error('no');
      };

      expectObservable(processLoop(fifo, fail, { onError: fail })).toBe('#', {}, new Error('no'));
    });
  });

  describe('deltas to retry', () => {
    const scene = (
      act: (fifo: ReturnType<typeof newDeltaFIFO<KubeObject>>) => void,
      process: (noted: string[]) => (deltas: KeyDeltas<KubeObject>) => unknown,
      retryOnError = true,
    ): { readonly noted: readonly string[]; readonly errors: readonly string[] } => {
      const noted: string[] = [];
      const errors: string[] = [];
      marbles().run(() => {
        const fifo = newDeltaFIFO<KubeObject>();
        const onError = ({ message }: HandlerError): void => void errors.push(message);
        const running = processLoop(fifo, process(noted), { retryOnError, onError }).subscribe();
        act(fifo);
        timer(60_000).subscribe(() => running.unsubscribe());
      });
      return { noted, errors };
    };
    const isA = (text: string): boolean => text.includes(' a@');

    it('should go back to DeltaFIFO after growing delays, while other keys are processed', () => {
      const { noted, errors } = scene(
        (fifo) => {
          fifo.add(thing('a@1'));
          timer(100).subscribe(() => fifo.add(thing('b@1')));
        },
        (lines) => refusing(lines, (text, call) => isA(text) && call < 4),
      );

      expect(noted).toEqual(['Added a@1 at 0', 'Added b@1 at 100', 'Added a@1 at 800', 'Added a@1 at 2400']);
      expect(errors).toEqual(['process threw for a: not Added a@1', 'process threw for a: not Added a@1']);
    });

    it('should not be retried once newer deltas of the key are queued or were processed', () => {
      const { noted } = scene(
        (fifo) => {
          fifo.add(thing('a@1'));
          timer(100).subscribe(() => fifo.update(thing('a@2')));
        },
        (lines) => refusing(lines, (_text, call) => call === 1),
      );
      expect(noted).toEqual(['Added a@1 at 0', 'Updated a@2 at 100']);

      const { noted: busy } = scene(
        (fifo) => {
          fifo.add(thing('a@1'));
          timer(700).subscribe(() => fifo.add(thing('b@1'))); // `process` handles b until 1200 ms
          timer(750).subscribe(() => fifo.update(thing('a@2')));
        },
        (lines) => {
          const process = refusing(lines, (_text, call) => call === 1);
          return (deltas) => process(deltas) ?? timer(500);
        },
      );
      expect(busy).toEqual(['Added a@1 at 0', 'Added b@1 at 700', 'Updated a@2 at 1200']);
    });

    it('should be retried before all others in RealFIFO, whose order is strict (B91)', () => {
      const noted: string[] = [];
      marbles().run(() => {
        const fifo = newRealFIFO<KubeObject>({ atomicEvents: true });
        for (const text of ['a@1', 'b@1']) fifo.add(thing(text));
        const running = processLoop(
          fifo,
          refusing(noted, (_text, call) => call < 3),
          {
            retryOnError: true,
            onError: noop,
          },
        ).subscribe();
        timer(60_000).subscribe(() => running.unsubscribe());
      });

      expect(noted).toEqual(['Added a@1 at 0', 'Added a@1 at 800', 'Added a@1 at 2400', 'Added b@1 at 2400']);
    });

    it.each<[string, unknown, readonly string[]]>([
      ['without a cause onError is not called', undefined, []],
      ['with a cause onError gets it', new Error('later'), ['process threw for a: later']],
    ])('should include a RequeueError, with any options: %s (B89)', (_what, cause, recorded) => {
      const { noted, errors } = scene(
        (fifo) => fifo.add(thing('a@1')),
        (lines) =>
          refusing(
            lines,
            (_text, call) => call === 1,
            () => {
              throw new RequeueError({ cause });
            },
          ),
        false,
      );

      expect(noted).toEqual(['Added a@1 at 0', 'Added a@1 at 800']);
      expect(errors).toEqual(recorded);
    });

    it.each<[string, (fifo: ReturnType<typeof newDeltaFIFO<KubeObject>>) => void, readonly string[]]>([
      ['a delete', (fifo) => fifo.delete(thing('a@2')), ['Added a@1 at 0', 'Deleted a@2 at 100']],
      ['a list without it', (fifo) => fifo.replace([], '2'), ['Added a@1 at 0', 'Deleted? a@1 at 100']],
    ])(
      'should not be retried after the delete of the object, and the delete is not lost: %s (B74, B77)',
      (_what, end, wanted) => {
        const { noted } = scene(
          (fifo) => {
            fifo.add(thing('a@1'));
            timer(100).subscribe(() => end(fifo));
          },
          (lines) => refusing(lines, (_text, call) => call === 1),
        );

        expect(noted).toEqual(wanted);
      },
    );

    it('should return to the queue immediately when the loop is unsubscribed', () => {
      const noted: string[] = [];
      marbles().run(() => {
        const fifo = newDeltaFIFO<KubeObject>();
        fifo.add(thing('a@1'));
        const process = refusing(noted, (_text, call) => call === 1);
        const options = { retryOnError: true, onError: noop };
        const running = processLoop(fifo, process, options).subscribe();
        timer(100).subscribe(() => {
          running.unsubscribe();
          expect(fifo.listKeys()).toEqual(['a']);
        });
        timer(200)
          .pipe(mergeMap(() => processLoop(fifo, process, options)))
          .subscribe();
      });

      expect(noted).toEqual(['Added a@1 at 0', 'Added a@1 at 200']);
    });

    it('should be dropped once the queue is closed', () => {
      marbles().run(({ expectObservable }) => {
        const fifo = newDeltaFIFO<KubeObject>();
        fifo.add(thing('a@1'));
        timer(10).subscribe(() => fifo.close());
        const loop$: Observable<never> = processLoop(
          fifo,
          refusing([], () => true),
          { retryOnError: true, onError: noop },
        );

        expectObservable(loop$).toBe('10ms |');
      });
    });
  });

  it('should not overflow the stack over a long backlog', async () => {
    const fifo = newDeltaFIFO<KubeObject>();
    let count = 0;
    for (let at = 0; at < 20_000; at += 1) fifo.add(thing(`a${at}@1`));
    const running = processLoop(fifo, () => void (count += 1)).subscribe();
    await until(() => fifo.length === 0);

    expect(count).toBe(20_000);
    running.unsubscribe();
  });

  it('should refuse invalid arguments', () => {
    const fifo = newDeltaFIFO<KubeObject>();

    expect(() => processLoop({} as never, noop)).toThrow(OptionsError);
    expect(() => processLoop(fifo, 1 as never)).toThrow('processLoop: process');
    expect(() => processLoop(fifo, noop, { retryOnError: 1 as never })).toThrow('processLoop: retryOnError');
  });
});
