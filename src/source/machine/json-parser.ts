import type { ByteRange } from './managed-fields.ts';
import type { KnownObjects, KubeObject } from '../../objects/index.ts';

export interface DecodeSettings {
  readonly keepManagedFields: boolean;
  readonly maxFrameBytes: number;
  readonly maxPageBytes: number;
  /** True for Secrets: errors contain no part of a response. */
  readonly confidential: boolean;
  /**
   * The function that interns the strings of a parsed object. The strings stay in memory as long as the
   * process runs. So the strings of confidential objects are not interned. Default: `internStrings`.
   */
  readonly intern?: (value: unknown) => void;
  /**
   * The objects that the caller already has, so that a list does not parse them again. For watch events, the
   * parser does not use these objects.
   */
  readonly knownObjects?: Pick<KnownObjects<KubeObject>, 'get'> | undefined;
}

/** Parses JSON and decodes text. The parser has no state between two calls. */
export interface JsonParser {
  /**
   * @param cut - a range of bytes to leave out of the parse
   * @param prefix - the text that replaces the first byte
   * @throws SyntaxError for a text that is not JSON. The message quotes the text, so do not show the message
   */
  parse(bytes: Uint8Array, from: number, to: number, cut?: ByteRange, prefix?: string): unknown;
  text(bytes: Uint8Array, from: number, to: number): string;
}

/**
 * Creates a parser. JSON may not begin with a byte order mark. The decoder keeps a byte order mark, so that
 * the parse fails.
 */
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
