import type { Json } from '../json.ts';
import { encode } from '../wire/encode.ts';

/**
 * Members of a document. Each member is made when it is written: the members of custom resources can have more than 100
 * MB in total.
 */
export interface Section {
  /** The path of the members, such as `['components', 'schemas']`. */
  readonly names: readonly string[];
  readonly members: Iterable<readonly [name: string, value: unknown]>;
}

/** Yields a document in JSON, one part for each member of its sections. */
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
 * Yields an object in JSON whose last large member is an array. Yields one part for each part of its items.
 *
 * @param head - the members before the array
 * @param tail - the members after it
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

/** Encodes a document that consists of such parts, with a line break at its end. */
export function* encodedLine(parts: Iterable<string>): Generator<Uint8Array> {
  for (const part of parts) yield encode(part);
  yield encode('\n');
}

/** Joins the parts of a document to pieces of a minimum size. Yields `undefined` while a piece is not complete. */
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
 * Does not copy a single part: the waiting generator still refers to the part, so a copy would hold a large part twice.
 */
const concatenated = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);

const pieceSize = 65_536;

/** A document that is cached once a reader has read all of it, unless it is too large. */
export class KeptDocument {
  readonly #make: () => Iterable<Uint8Array | undefined>;
  readonly #most: number;
  #pieces: readonly Uint8Array[] | undefined;
  #gathering: Gathering | undefined;

  /**
   * @param make - makes the pieces; yields `undefined` while a piece is not complete
   * @param most - the maximum size of a cached document, in bytes
   */
  constructor(make: () => Iterable<Uint8Array | undefined>, most: number = maxKept) {
    this.#make = make;
    this.#most = most;
  }

  /** Returns the pieces for one reader. */
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
   * Only one reader collects the pieces for the cache, because each reader that stops would keep its pieces in memory.
   * A new reader takes over if the collecting reader has read nothing since the previous reader began.
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

  /** Stops collecting. Empties the list, because a waiting reader still refers to it. */
  discard(): void {
    this.#gathering?.pieces.splice(0);
    this.#gathering = undefined;
  }
}

/** The pieces that a reader has read so far. */
interface Gathering {
  readonly pieces: Uint8Array[];
  /** True if the reader has read a piece since another reader began. */
  hasAdvanced: boolean;
}

/** In bytes: a few times the size of the document of the built-in kinds. */
const maxKept = 16 * 1_048_576;
