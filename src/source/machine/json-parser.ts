import type { ByteRange } from './managed-fields.ts';
import type { KnownObjects, KubeObject } from '../../objects/index.ts';

/** The settings of the decoders of one collection. */
export interface DecodeSettings {
  readonly keepManagedFields: boolean;
  readonly maxFrameBytes: number;
  readonly maxPageBytes: number;
  /** For Secrets: errors show nothing of a response. */
  readonly confidential: boolean;
  /** Interns strings for the life of the process. Not called for confidential objects. Default `internStrings`. */
  readonly intern?: (value: unknown) => void;
  /** Used for lists only, in pages or streamed. */
  readonly knownObjects?: Pick<KnownObjects<KubeObject>, 'get'> | undefined;
}

/** Parses JSON and decodes text. It has no state between two calls. */
export interface JsonParser {
  /**
   * @param cut - bytes to leave out
   * @param prefix - text to put in place of the first byte
   * @throws SyntaxError, whose message quotes the JSON: do not show it
   */
  parse(bytes: Uint8Array, from: number, to: number, cut?: ByteRange, prefix?: string): unknown;
  text(bytes: Uint8Array, from: number, to: number): string;
}

/** The decoder keeps a byte order mark, so that the parse fails: JSON must not begin with one. */
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
