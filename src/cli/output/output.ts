import type { Observable } from 'rxjs';
import type { JsonPart } from '../lines/one-line.ts';
import type { Style } from '../lines/style.ts';

/** Writes the lines of a command. */
export interface Output {
  /** Writes one line of the result of a command to stdout. */
  print(line: string): void;
  /**
   * Writes JSON as a line without characters that control a terminal. Writes a large line in pieces, and the event loop
   * runs between two pieces. If a part is large, the text of the next
   * part is created in a later task of the event loop.
   */
  printJson(parts: readonly JsonPart[]): void;
  /** Returns the number of bytes that wait for the reader of stdout. */
  waiting(): number;
  /**
   * Returns an Observable that completes when stdout accepts more data; `undefined` if stdout accepts more data
   * already.
   */
  full(): Observable<unknown> | undefined;
  /** Writes a status line to stderr. Leaves out the line while too many bytes wait for the reader of stderr. */
  report(line: string): void;
  /**
   * Removes credentials from a text, and shortens a very long text. If you cut the text further, cut it after this
   * call, because `redact` does not recognise a part of a credential.
   */
  redact(text: string): string;
  /** The style of the lines on stdout. */
  readonly style: Style;
  /** The style of the lines on stderr. */
  readonly tellStyle: Style;
}
