import { deepFreeze, isRecord, ProtocolError } from '../../objects/index.ts';
import {
  createByteWindow,
  createJsonParser,
  createSizeGuard,
  excerptOf,
  findManagedFields,
  isTable,
  statusErrorFrom,
  tableError,
  withoutManagedFields,
} from '../../source/index.ts';

/** A JSON object of the server. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Collects the body of one response, and decodes its object. A watch decodes the object of an event in the
 * same way.
 */
export interface AnswerReader {
  readonly push: (chunk: Uint8Array) => void;
  /**
   * Returns the frozen object after the last chunk.
   *
   * @throws StatusError for a `metav1.Status` that reports a failure
   * @throws ProtocolError for a body that is too long, no JSON object, or a Table
   */
  readonly read: () => JsonObject;
}

export interface AnswerSettings {
  /** Method and path of the request, for errors. */
  readonly request: string;
  /** True for Secrets: errors contain no part of the response. */
  readonly confidential: boolean;
  readonly keepManagedFields: boolean;
}

export function createAnswerReader({
  request,
  confidential,
  keepManagedFields,
}: AnswerSettings): AnswerReader {
  const window = createByteWindow();
  const json = createJsonParser();
  const guard = createSizeGuard({ maxFrameBytes: maxBytes, maxPageBytes: Infinity });
  const what = `the answer to ${request}`;

  return {
    push(chunk) {
      window.push(chunk);
      while (window.hasMore) window.copyNext();
      if (window.end - window.at > maxBytes)
        throw new ProtocolError(`${what} is longer than ${maxBytes} bytes`);
    },
    read() {
      const { bytes, at, end } = window;
      const cut = keepManagedFields ? undefined : findManagedFields(bytes, at, end, false);
      guard.check(what, bytes, at, end, cut);
      let value: unknown;
      try {
        value = json.parse(bytes, at, end, cut);
      } catch {
        // The error has no cause, because an error of JSON.parse quotes the JSON.
      }
      if (!isRecord(value)) {
        throw new ProtocolError(`${what} is not a JSON object; is this the API server?`, {
          excerpt: excerptOf(bytes.subarray(at, end), confidential),
        });
      }
      if (isTable(value)) throw tableError(what);
      if (value['kind'] === 'Status' && value['status'] === 'Failure') throw statusErrorFrom(value);
      return deepFreeze(keepManagedFields ? value : withoutManagedFields(value));
    },
  };
}

/** The maximum size of a response: 16 MiB, as for the object of a watch event. */
const maxBytes = 16_777_216;
