import type { Json } from '../json.ts';
import { encode } from '../wire/encode.ts';

/** Members of a document, each made when it is written: those of custom resources come to more than 100 MB together. */
export interface Section {
  /** Where the members stand, as `['components', 'schemas']`. */
  readonly names: readonly string[];
  readonly members: Iterable<readonly [name: string, value: unknown]>;
}

/** A document in JSON, a part for each member of its sections. */
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
 * An object in JSON whose last large member is an array, a part for each part of its items.
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

/** A document of such parts, on a line of its own. */
export function* encodedLine(parts: Iterable<string>): Generator<Uint8Array> {
  for (const part of parts) yield encode(part);
  yield encode('\n');
}

/** Joins the parts of a document to pieces of some size; yields `undefined` while a piece is not complete. */
export function* joined(parts: Iterable<Uint8Array>): Generator<Uint8Array | undefined> {
  let piece: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    piece.push(part);
    size += part.length;
    if (size < pieceSize) yield undefined;
    else {
      yield whole(piece);
      piece = [];
      size = 0;
    }
  }
  if (size > 0) yield whole(piece);
}

/** The generator keeps the last part while it waits: a large part is not held a second time as a copy. */
const whole = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);

const pieceSize = 65_536;

/**
 * Keeps the pieces of complete documents for later readers. Of the documents that are being written it gathers the one that began
 * last: a reader that stops reading would hold all pieces up to there, and many readers as many times.
 */
export class PieceGatherer {
  readonly #most: number;
  #gathered: Uint8Array[] | undefined;

  /** @param most - bytes of a document that are kept; nothing of a larger one is */
  constructor(most: number = mostKept) {
    this.#most = most;
  }

  /** Passes the pieces on, and calls back with all of them at the end, unless another document began or they are too large. */
  *gather(
    pieces: Iterable<Uint8Array | undefined>,
    keep: (all: readonly Uint8Array[]) => void,
  ): Generator<Uint8Array | undefined> {
    const mine: Uint8Array[] = [];
    this.#letGo();
    this.#gathered = mine;
    let size = 0;
    for (const piece of pieces) {
      size += piece?.length ?? 0;
      if (this.#gathered === mine) {
        if (size > this.#most) this.#letGo();
        else if (piece !== undefined) mine.push(piece);
      }
      yield piece;
    }
    if (this.#gathered !== mine) return;
    this.#gathered = undefined;
    keep(mine);
  }

  /** The generator of the document still refers to the list while it waits. */
  #letGo(): void {
    this.#gathered?.splice(0);
    this.#gathered = undefined;
  }
}

/** Bytes: a few times the document of the built-in kinds. */
const mostKept = 16 * 1_048_576;
