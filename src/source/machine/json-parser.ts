import type { ByteRange } from './managed-fields.ts';
import type { KnownObjects, KubeObject } from '../../objects/index.ts';

/** What holds for each page and each frame of a collection. */
export interface DecodeSettings {
  readonly keepManagedFields: boolean;
  readonly maxFrameBytes: number;
  readonly maxPageBytes: number;
  /** Secrets: no error shows anything of what came. */
  readonly confidential: boolean;
  /** Makes equal strings one, for as long as the process lives: what is confidential is not given to it. Default `internStrings`. */
  readonly intern?: (value: unknown) => void;
  /** Of a list alone, in pages or streamed. */
  readonly knownObjects?: Pick<KnownObjects<KubeObject>, 'get'> | undefined;
}

/** Turns bytes into what they say. One decoder serves for all: it holds nothing between two calls. */
export interface JsonParser {
  /**
   * @param cut - bytes to leave out
   * @param prefix - text to put in place of the first byte
   * @throws SyntaxError, whose message quotes what came: do not show it
   */
  parse(bytes: Uint8Array, from: number, to: number, cut?: ByteRange, prefix?: string): unknown;
  text(bytes: Uint8Array, from: number, to: number): string;
}

/** The decoder leaves a byte order mark in: no JSON begins with one. */
export function createJsonParser(): JsonParser {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = (bytes: Uint8Array, from: number, to: number): string =>
    decoder.decode(bytes.subarray(from, to));

  return {
    text,
    parse(bytes, from, to, cut, prefix) {
      const start = prefix === undefined ? from : from + 1;
      const body =
        cut === undefined ? text(bytes, start, to) : text(bytes, start, cut.from) + text(bytes, cut.to, to);
      return JSON.parse(prefix === undefined ? body : prefix + body) as unknown;
    },
  };
}
