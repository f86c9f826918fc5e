import type { Json } from '../json.ts';
import { encode } from '../wire/encode.ts';

/**
 * A group of members in a document, for example all schemas. The server creates a member only at the moment when the
 * server sends the member, because the schemas of all custom resources together can have more than 100 MB.
 */
export interface Section {
  /** The path to the members, for example `['components', 'schemas']`. */
  readonly names: readonly string[];
  readonly members: Iterable<readonly [name: string, value: unknown]>;
}

/** Yields a document as JSON. Each member of a section is one part. */
export function* jsonParts(head: Json, sections: readonly Section[]): Generator<Uint8Array> {
  yield encode(JSON.stringify(head).slice(0, -1));
  for (const { names, members } of sections) {
    yield encode(`,${names.map((name) => JSON.stringify(name)).join(':{')}:{`);
    let separator = '';
    for (const [name, value] of members) {
      yield encode(`${separator}${JSON.stringify(name)}:${JSON.stringify(value)}`);
      separator = ',';
    }
    yield encode('}'.repeat(names.length));
  }
  yield encode('}\n');
}

/**
 * Yields the JSON of an object in parts. One member of the object is a large array. The caller passes the JSON of each
 * array item as a list of parts, and the function yields these parts unchanged.
 *
 * @param head - the members of the object before the array
 * @param tail - the members of the object after the array
 */
export function* partsWithArray(
  head: Json,
  [name, items]: readonly [name: string, items: Iterable<Iterable<string>>],
  tail: Json = {},
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let separator = '';
  for (const item of items) {
    yield separator;
    yield* item;
    separator = ',';
  }
  const rest = JSON.stringify(tail).slice(1);
  yield rest === '}' ? ']}' : `],${rest}`;
}

/** Encodes the parts of a document as UTF-8, with a line break at the end of the document. */
export function* encodedLine(parts: Iterable<string>): Generator<Uint8Array> {
  for (const part of parts) yield encode(part);
  yield encode('\n');
}

/** Joins the parts of a document into pieces of a minimum size. Yields `undefined` if a piece is not complete yet. */
export function* joined(parts: Iterable<Uint8Array>): Generator<Uint8Array | undefined> {
  let piece: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    piece.push(part);
    size += part.length;
    if (size < pieceSize) yield undefined;
    else {
      yield concatenated(piece);
      piece = [];
      size = 0;
    }
  }
  if (size > 0) yield concatenated(piece);
}

/**
 * Joins the parts of a piece. If the piece has a single part, the function returns the part without a copy. The paused
 * generator of the parts still refers to the part, so a copy would double the memory.
 */
const concatenated = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);

const pieceSize = 65_536;

/**
 * A document that the server caches after a reader has read the whole document. A document that is too large is not
 * cached.
 */
export class KeptDocument {
  readonly #make: () => Iterable<Uint8Array | undefined>;
  readonly #most: number;
  #pieces: readonly Uint8Array[] | undefined;
  #gathering: Gathering | undefined;

  /**
   * @param make - creates the pieces of the document; `undefined` means that the next piece is not complete yet
   * @param most - the maximum size of a cached document, in bytes
   */
  constructor(make: () => Iterable<Uint8Array | undefined>, most: number = maxKept) {
    this.#make = make;
    this.#most = most;
  }

  /** Returns the pieces of the document for one reader. */
  read(): Iterator<Uint8Array | undefined, unknown> {
    return this.#pieces?.values() ?? this.#gather();
  }

  *#gather(): Generator<Uint8Array | undefined> {
    const mine = this.#begin();
    let size = 0;
    for (const piece of this.#make()) {
      if (piece !== undefined && this.#gathering === mine) {
        size += piece.length;
        if (size > this.#most) this.discard();
        else {
          mine.pieces.push(piece);
          mine.hasAdvanced = true;
        }
      }
      yield piece;
    }
    if (this.#gathering !== mine) return;
    this.#pieces = mine.pieces;
    this.#gathering = undefined;
  }

  /**
   * Called when a new reader starts. If a reader stops early, its collected pieces stay in memory. So only one reader
   * at a time collects its pieces for the cache. The new reader becomes the collecting reader in two cases: there is no
   * collecting reader, or the collecting reader has read nothing since the previous call of this method.
   */
  #begin(): Gathering {
    const mine: Gathering = { pieces: [], hasAdvanced: false };
    if (this.#gathering?.hasAdvanced === true) this.#gathering.hasAdvanced = false;
    else {
      this.discard();
      this.#gathering = mine;
    }
    return mine;
  }

  /**
   * Stops the collection of pieces for the cache. Empties the list of pieces, because a paused reader still has a
   * reference to the list.
   */
  discard(): void {
    this.#gathering?.pieces.splice(0);
    this.#gathering = undefined;
  }
}

/** The pieces that the collecting reader has read up to now. */
interface Gathering {
  readonly pieces: Uint8Array[];
  /** `true` if the collecting reader has read a piece since the previous call of `#begin`. */
  hasAdvanced: boolean;
}

/**
 * The maximum size of a cached document, in bytes. The limit is a few times the size of the document of the built-in
 * kinds.
 */
const maxKept = 16 * 1_048_576;
