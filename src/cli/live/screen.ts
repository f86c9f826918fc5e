import ansiEscapes from 'ansi-escapes';
import type { Size } from './machine/body-lines.ts';
import type { Host } from '../output/host.ts';

/** Takes the whole terminal, and restores it. */
export interface Screen {
  readonly size: Size;
  /**
   * Whether a frame can be written: false while another program has the terminal, and while the terminal takes no more
   * data.
   */
  readonly isReady: boolean;
  /** Takes the terminal. */
  enter(): void;
  /** Forgets what the terminal shows: the next frame is written as a whole. */
  forget(): void;
  /** Writes the lines that differ from those that the terminal shows. */
  draw(lines: readonly string[]): void;
  /** Restores the terminal. */
  leave(): void;
}

/** Creates a screen that draws on the alternate screen. So the terminal shows its earlier contents again afterwards. */
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

/** Turns line wrap off and on. A line that is wider on the terminal than measured must not move the lines below it. */
const noWrap = '\u001b[?7l';
const wrap = '\u001b[?7h';

/** Some terminals report 0. */
const known = (size: number | undefined): number | undefined => (size === 0 ? undefined : size);
