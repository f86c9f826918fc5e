import {
  asyncScheduler,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  merge,
  mergeMap,
  type Observable,
  of,
  repeat,
  switchMap,
  takeUntil,
  tap,
  throttleTime,
  timer,
} from 'rxjs';
import type { Transport } from '../../source/index.ts';
import type { Target } from '../follow/follow.ts';
import type { Host } from '../output/host.ts';
import { createFirstLists } from '../machine/first-lists.ts';
import { redactor } from '../output/redactor.ts';
import { followed } from './followed.ts';
import { keyboard } from './keyboard.ts';
import { frame, type View, viewportOf } from './machine/frame.ts';
import type { Key } from './machine/keys.ts';
import { summary } from './machine/summary.ts';
import { moved, type Position } from './machine/viewport.ts';
import { paintFor } from './paint.ts';
import { createScreen } from './screen.ts';
import { takenTerminal } from './taken-terminal.ts';
import { titlesOf } from './titles.ts';

/** Whether stdout can show a table that is redrawn in place. */
export function isLive({ stdout, environment }: Pick<Host, 'stdout' | 'environment'>): boolean {
  return stdout.isTTY === true && environment['TERM'] !== 'dumb';
}

/**
 * Keeps up with collections and shows them as tables that are redrawn in place, with the columns that the server prints
 * where it has some. Takes the whole terminal; unsubscribing, an error and a crash leave it as it was, with a line for
 * each collection but for the crash.
 *
 * Errors with what makes the first list of all of them impossible. A key that means the end asks the host for it, as
 * Ctrl-C does where the terminal is not raw, and completes.
 *
 * @param server - its URL, for the help line
 */
export function live(
  transport: Transport,
  targets: readonly Target[],
  host: Host,
  server = '',
): Observable<never> {
  return defer(() => {
    const { stdout, terminal, environment } = host;
    const paint = paintFor(stdout, environment);
    const screen = createScreen(host);
    const redact = redactor(host);
    const titles = titlesOf(targets);
    const join = createFirstLists();
    const tables = targets.map((target, at) => followed(transport, target, titles[at] ?? '', join(), redact));
    let position: Position = { at: 'top' };

    const view = (now: number): View => ({
      sections: tables.map((table) => table.section(now)),
      position,
      size: screen.size,
      hasKeys: terminal?.stdin.isTTY === true,
      server,
    });
    const draw = (): void => {
      const now = asyncScheduler.now();
      const seen = view(now); // also where it cannot be drawn: it lets go of deleted objects
      if (screen.isReady) screen.draw(frame(seen, now, paint));
    };
    /** Ages, the time until a next try and marks change by themselves. */
    const untilChange = (): number => {
      const now = asyncScheduler.now();
      const ends = tables.flatMap(({ nextEnd }) => nextEnd ?? []);
      return Math.max(fastest, Math.min(now + slowest, ...ends) - now);
    };
    const act = (key: Key): Observable<unknown> => {
      switch (key) {
        case 'quit':
          return EMPTY;
        case 'suspend':
          screen.leave();
          terminal?.suspend();
          return timer(fastest).pipe(tap(() => screen.enter())); // at once where there is nobody to stop it
        default:
          position = moved(position, key, viewportOf(view(asyncScheduler.now())));
          return of(key);
      }
    };

    const keys$ = keyboard(host);
    const quit$ = keys$.pipe(
      filter((key) => key === 'quit'),
      tap(() => terminal?.stop()),
    );
    const changed$ = merge(...tables.map((table) => table.changed$));
    const drawn$ = merge(takenTerminal(host, screen), changed$, keys$.pipe(mergeMap(act))).pipe(
      throttleTime(fastest, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(() => (draw(), timer(untilChange()))).pipe(repeat())),
      takeUntil(quit$),
    );

    let isSummarised = true;
    const tell = (): void => {
      const now = asyncScheduler.now();
      for (const line of isSummarised ? summary(view(now).sections, now) : []) stdout.write(`${line}\n`);
    };
    return drawn$.pipe(tap({ error: () => (isSummarised = false) }), finalize(tell), ignoreElements());
  });
}

/** Between two frames at least, ms. */
const fastest = 100;
/** Between two frames at most, ms. */
const slowest = 1_000;
