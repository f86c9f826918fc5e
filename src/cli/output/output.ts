import type { Observable } from 'rxjs';
import type { JsonPart } from '../lines/one-line.ts';
import type { Style } from '../lines/style.ts';

/** Where a command's lines go. */
export interface Output {
  /** A line of what was asked for, to stdout. */
  print(line: string): void;
  /**
   * JSON as a line that steers no terminal; a large one in pieces, the event loop free in between. Behind a large part the
   * next one is made in a later turn.
   */
  printJson(parts: readonly JsonPart[]): void;
  /** Bytes that wait for the reader of stdout. */
  waiting(): number;
  /** Completes once stdout takes more; `undefined` while it does. */
  full(): Observable<unknown> | undefined;
  /** A line about how it goes, to stderr; left out while too much waits for the reader of stderr. */
  tell(line: string): void;
  /** Takes credentials out of a text, and cuts a very long one. Cut it further afterwards: a part of a credential is not recognised. */
  redact(text: string): string;
  /** How stdout's lines look. */
  readonly style: Style;
  /** How stderr's lines look. */
  readonly tellStyle: Style;
}
