import { Buffer } from 'node:buffer';
import { combineLatest, map, type Observable, of } from 'rxjs';
import { createFrameSplitter, type KubeRequest, readInSlices, type Transport } from '../../source/index.ts';

/** Yields texts, and `undefined` for a step that produced no text. */
export type Steps = Iterable<Uint8Array | string | undefined>;

/**
 * Opens a watch and rewrites each of its lines. Works in the slices that all informers share, because rewriting a line
 * costs many times as much as reading it, and hundreds of watches may receive lines at the same time.
 *
 * @param rewrite - yields the texts of a line, with the line feed. The line is valid until the steps have ended
 */
export function rewriteLines(
  open: Transport['open'],
  request: KubeRequest,
  rewrite: (line: Uint8Array) => Steps,
): Observable<Uint8Array> {
  const createRead = () => {
    const splitter = createFrameSplitter(longestLine, true);
    return function* (chunk: Uint8Array, pause: () => boolean): Generator<Uint8Array | undefined> {
      const texts: Buffer[] = [];
      // Join the texts of a slice into one chunk: each chunk costs its reader a slice of its own.
      const joined = (): Buffer | undefined =>
        texts.length > 1 ? Buffer.concat(texts.splice(0)) : texts.pop();
      try {
        for (const line of splitter.split(chunk)) {
          if (line.length === 0) continue;
          for (const text of rewrite(line)) {
            // Do not join a large text with other texts: that would copy it a second time.
            const isLarge = (text?.length ?? 0) > largeText;
            if (isLarge) yield joined();
            if (text !== undefined) texts.push(Buffer.from(text));
            if (isLarge || pause()) yield joined();
          }
        }
      } catch (error) {
        yield joined(); // the lines before the one that failed
        throw error;
      }
      yield joined();
    };
  };
  return readInSlices((paused$) => {
    const reasons$ = combineLatest([paused$, request.paused$ ?? of(false)]);
    return open({ ...request, paused$: reasons$.pipe(map((reasons) => reasons.includes(true))) });
  }, createRead);
}

const largeText = 65_536;

// The limit of listWatch, in bytes. Lines are buffered here, so listWatch cannot apply its own limit to an unfinished
// line.
const longestLine = 16 * 1_048_576;
