import ansiEscapes from 'ansi-escapes';
import type { Size } from './machine/body-lines.ts';
import type { Host } from '../output/host.ts';

/** Draws on the whole terminal, and restores the terminal. */
export interface Screen {
  readonly size: Size;
  /**
   * Whether a frame can be written. False while another program uses the terminal, and while the terminal accepts no
   * more data.
   */
  readonly isReady: boolean;
  /** Takes over the whole terminal for the table. */
  enter(): void;
  /** Forgets what the terminal shows, so that the next frame is written completely. */
  forget(): void;
  /** Writes those lines that differ from the lines on the terminal. */
  draw(lines: readonly string[]): void;
  /** Restores the terminal for the shell. */
  leave(): void;
}

/**
 * Creates a screen that draws on the alternate screen of the terminal. So the terminal shows its earlier contents again
 * when the command ends.
 */
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

/**
 * Turns off the line wrap of the terminal. A line may be wider on the terminal than measured. With line wrap,
 * such a line would move all lines below it.
 */
const noWrap = '\u001b[?7l';
const wrap = '\u001b[?7h';

/** Returns `undefined` for the size 0. Some terminals report 0 if their size is unknown. */
const known = (size: number | undefined): number | undefined => (size === 0 ? undefined : size);
