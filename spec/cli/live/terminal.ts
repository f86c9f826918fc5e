import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import type { Host } from '../../../src/cli/output/host.ts';

/** A fake terminal. A spec reads its screen and types into it. */
export interface FakeTerminal {
  readonly host: Host;
  /** Returns the lines on the screen, without colours and without blanks at their ends. */
  readonly lines: () => readonly string[];
  /** Returns the output since the last call of `written`. */
  readonly written: () => string;
  readonly type: (keys: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** Runs the functions that the command has registered for a crash. */
  readonly crash: () => void;
  readonly state: {
    isRaw: boolean;
    stops: number;
    suspends: number;
  };
  readonly continued$: Subject<void>;
  /** Makes the terminal stop its output, as after Ctrl-S. */
  readonly choke: () => void;
  readonly release: () => void;
}

export interface FakeOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  /** Whether stdin is also a terminal. Default true. */
  readonly hasKeys?: boolean;
}

export function fakeTerminal(options: FakeOptions = {}): FakeTerminal {
  const { columns = 80, rows = 24, environment = {}, hasKeys = true } = options;
  const state = { isRaw: false, stops: 0, suspends: 0 };
  const restores = new Set<() => void>();
  const continued$ = new Subject<void>();
  const stop$ = new Subject<void>();
  const stdin = Object.assign(new PassThrough(), {
    isTTY: hasKeys,
    setRawMode: (raw: boolean) => (state.isRaw = raw),
  });
  let [fresh, shown, choked] = ['', '', false];
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  // The fake terminal writes synchronously, as a real terminal does. Virtual time has no event loop.
  Object.defineProperty(stdout, 'writableNeedDrain', { get: () => choked });
  Object.assign(stdout, {
    write: (text: string) => {
      fresh += text;
      shown += text;
      return !choked;
    },
  });

  return {
    host: {
      arguments: options.arguments ?? [],
      environment,
      stdout,
      stderr: new PassThrough(),
      stop$,
      terminal: {
        stdin,
        stop: () => {
          state.stops++;
          stop$.next();
        },
        beforeEnd: (restore) => {
          restores.add(restore);
          return () => void restores.delete(restore);
        },
        suspend: () => {
          state.suspends++;
        },
        continued$,
      },
    },
    lines: () => screenOf(shown, stdout.rows),
    written: () => {
      const text = fresh;
      fresh = '';
      return text;
    },
    type: (keys) => void stdin.emit('data', Buffer.from(keys)),
    resize: (width, height) => {
      Object.assign(stdout, { columns: width, rows: height });
      stdout.emit('resize');
    },
    crash: () => restores.forEach((restore) => restore()),
    state,
    continued$,
    choke: () => (choked = true),
    release: () => {
      choked = false;
      stdout.emit('drain');
    },
  };
}

/** Returns the lines on the screen: applies the control sequences that the command uses. */
function screenOf(text: string, rows: number): readonly string[] {
  const lines = Array.from({ length: rows }, () => '');
  let row = 0;
  // eslint-disable-next-line no-control-regex -- a control sequence begins with ESC
  for (const [token, parameters = '', order] of text.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|[^\u001b]+/g)) {
    if (order === 'H') row = Number(parameters.split(';')[0] ?? '1') - 1;
    else if (order === 'J') lines.fill('');
    else if (order === 'K') lines[row] = '';
    else if (order === undefined) lines[row] = `${lines[row] ?? ''}${token}`;
  }
  return lines.map((line) => line.trimEnd());
}
