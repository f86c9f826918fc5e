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
import { liveCollection } from './live-collection.ts';
import { keyboard } from './keyboard.ts';
import { frame, type View, viewportOf } from './machine/frame.ts';
import type { Key } from './machine/keys.ts';
import { summary } from './machine/summary.ts';
import { moved, type Position } from './machine/viewport.ts';
import { paintFor } from './paint.ts';
import { createScreen } from './screen.ts';
import { takeTerminal } from './take-terminal.ts';
import { titlesOf } from './titles.ts';

/** Whether stdout can show a table that is drawn in place. */
export function isLive({ stdout, environment }: Pick<Host, 'stdout' | 'environment'>): boolean {
  return stdout.isTTY === true && environment['TERM'] !== 'dumb';
}

/**
 * Follows collections and shows them as tables that are drawn in place. The tables have the columns of the server's
 * Tables, if the server sends Tables.
 *
 * Uses the whole terminal. Restores the terminal on completion, on unsubscribe, on an error and on a crash. After a
 * completion or an unsubscribe, prints a line for each collection.
 *
 * If the server refuses the first lists of all collections, errors with one of the refusals. When the user
 * presses `q` or Ctrl-C, the Observable completes, and asks the host to end.
 *
 * @param server - the URL of the server, for the help line
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
    const tables = targets.map((target, at) =>
      liveCollection(transport, target, titles[at] ?? '', join(), redact),
    );
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
      // `view` is called even if the frame cannot be drawn, because `view` removes the rows of deleted objects.
      const seen = view(now);
      if (screen.isReady) screen.draw(frame(seen, now, paint));
    };
    /**
     * Returns the time until the next frame, in ms. The table also changes without an event: for example, an
     * age grows, or the highlight of a row ends.
     */
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
          // Without a shell, `suspend` does not stop the process. Then the table needs the terminal again.
          return timer(fastest).pipe(tap(() => screen.enter()));
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
    const drawn$ = merge(takeTerminal(host, screen), changed$, keys$.pipe(mergeMap(act))).pipe(
      throttleTime(fastest, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(() => (draw(), timer(untilChange()))).pipe(repeat())),
      takeUntil(quit$),
    );

    let isSummarised = true;
    const printSummary = (): void => {
      const now = asyncScheduler.now();
      for (const line of isSummarised ? summary(view(now).sections, now) : []) stdout.write(`${line}\n`);
    };
    return drawn$.pipe(
      tap({ error: () => (isSummarised = false) }),
      finalize(printSummary),
      ignoreElements(),
    );
  });
}

/** Minimum time between two frames, in ms. */
const fastest = 100;
/** Maximum time between two frames, in ms. */
const slowest = 1_000;
