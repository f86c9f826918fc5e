import { combineLatest, map, type Observable, of } from 'rxjs';
import { createFrameSplitter, type KubeRequest, readInSlices, type Transport } from '../source/index.ts';

/**
 * The texts that a rewrite yields. The value `undefined` allows a pause after work that has produced no text.
 */
export type Steps = Iterable<Uint8Array | string | undefined>;

/**
 * Opens a watch and rewrites each of its lines. The work runs in the time slices that all informers share. To rewrite a
 * line costs many times as much as to read the line, and hundreds of watches may receive lines at the same time.
 *
 * @param rewrite - yields the texts of a line, with the line feed. The line is valid until the iteration ends
 */
export function rewriteLines(
  open: Transport['open'],
  request: KubeRequest,
  rewrite: (line: Uint8Array) => Steps,
): Observable<Uint8Array> {
  const createRead = () => {
    const splitter = createFrameSplitter(longestLine, true);
    const encoder = new TextEncoder();
    return function* (chunk: Uint8Array, pause: () => boolean): Generator<Uint8Array | undefined> {
      const texts: Uint8Array[] = [];
      // The texts of one time slice are joined into one chunk, because the reader starts a new time slice for
      // each chunk.
      const joined = (): Uint8Array | undefined =>
        texts.length > 1 ? concatenated(texts.splice(0)) : texts.pop();
      try {
        for (const line of splitter.split(chunk)) {
          if (line.length === 0) continue;
          for (const text of rewrite(line)) {
            // A large text is not joined with other texts, because the join would copy the text a second time.
            const isLarge = (text?.length ?? 0) > largeText;
            if (isLarge) yield joined();
            if (text !== undefined)
              texts.push(typeof text === 'string' ? encoder.encode(text) : text.slice());
            if (isLarge || pause()) yield joined();
          }
        }
      } catch (error) {
        yield joined(); // first emit the lines that were complete before the error
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

function concatenated(texts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(texts.reduce((length, text) => length + text.length, 0));
  let end = 0;
  for (const text of texts) {
    all.set(text, end);
    end += text.length;
  }
  return all;
}

const largeText = 65_536;

// The maximum bytes of a line: the same limit as in `listWatch`. `rewriteLines` buffers each line, so `listWatch`
// cannot apply its own limit to an unfinished line.
const longestLine = 16_777_216;
