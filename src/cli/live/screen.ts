import ansiEscapes from 'ansi-escapes';
import type { Size } from './machine/body-lines.ts';
import type { Host } from '../output/host.ts';

/** The whole terminal, taken and given back. */
export interface Screen {
  readonly size: Size;
  /** Whether a frame can be written: not while the terminal is somebody else's, nor while it takes no more. */
  readonly isReady: boolean;
  /** Takes the terminal. */
  enter(): void;
  /** What is there is no longer known: the next frame is written whole. */
  forget(): void;
  /** Writes the lines that differ from those that are there. */
  draw(lines: readonly string[]): void;
  /** Gives the terminal back as it was. */
  leave(): void;
}

/** Draws on the alternate screen, so that what was on the terminal is there again afterwards. */
export function createScreen({ stdout, terminal }: Pick<Host, 'stdout' | 'terminal'>): Screen {
  let shown: readonly string[] | undefined;
  let isTaken = false;
  const raw = (on: boolean): void => {
    const stdin = terminal?.stdin;
    if (stdin?.isTTY !== true) return;
    stdin.setRawMode?.(on);
    if (on) stdin.resume();
    else stdin.pause();
  };

  return {
    get size() {
      return { columns: known(stdout.columns) ?? 80, rows: known(stdout.rows) ?? 24 };
    },
    get isReady() {
      return isTaken && !stdout.writableNeedDrain;
    },
    enter() {
      if (isTaken) return;
      isTaken = true;
      shown = undefined;
      raw(true);
      const { enterAlternativeScreen, cursorHide } = ansiEscapes;
      stdout.write(enterAlternativeScreen + cursorHide + noWrap);
    },
    forget() {
      shown = undefined;
    },
    draw(lines) {
      const start = shown === undefined ? ansiEscapes.clearViewport : '';
      const changed = lines.map((line, row) =>
        line === (shown?.[row] ?? '') ? '' : ansiEscapes.cursorTo(0, row) + ansiEscapes.eraseLine + line,
      );
      const text = start + changed.join('');
      shown = lines;
      if (text !== '') stdout.write(ansiEscapes.synchronizedOutput(text));
    },
    leave() {
      if (!isTaken) return;
      isTaken = false;
      raw(false);
      stdout.write(wrap + ansiEscapes.cursorShow + ansiEscapes.exitAlternativeScreen);
    },
  };
}

/** A line that a terminal believes to be wider than it is must not push the others down. */
const noWrap = '\u001b[?7l';
const wrap = '\u001b[?7h';

/** Some terminals say 0. */
const known = (size: number | undefined): number | undefined => (size === 0 ? undefined : size);
