import { catchError, defer, type Observable, reduce, throwError } from 'rxjs';
import { deepestJson, type Oversize, ProtocolError, textOversize } from '../objects/index.ts';
import { mapInSlices } from './map-in-slices.ts';
import {
  beginsAsWebPage,
  createByteWindow,
  redactError,
  type Transport,
  webPageError,
} from '../source/index.ts';

/**
 * The maximum number of bytes of all documents of one discovery. A cluster with hundreds of custom resource definitions
 * sends less than 1 MiB.
 */
const maxDiscoveryBytes = 16_777_216;

/**
 * The maximum number of JSON values of one document. The document for 3,000 resources, each with two
 * subresources, has half of this number. V8 parses a document with this many values in 0.1 s.
 */
export const maxDocumentValues = 200_000;

/**
 * The maximum number of JSON values of all documents of one discovery: ten times the values of a cluster with 3,000
 * resources.
 */
const maxDiscoveryValues = 1_000_000;

/** The bytes and JSON values that one discovery may still read. */
export interface Budget {
  bytes: number;
  values: number;
}

/** Creates the read limits of one discovery. */
export const discoveryBudget = (): Budget => ({ bytes: maxDiscoveryBytes, values: maxDiscoveryValues });

/**
 * Emits one document of a server, parsed as JSON.
 *
 * Errors with the error of the transport, or with a fatal `ProtocolError` if the body is too large. Errors with a
 * `ProtocolError` if the body is not JSON, for example if it is the page of a proxy.
 */
export function getJson(
  transport: Transport,
  path: string,
  accept: string,
  budget: Budget = discoveryBudget(),
): Observable<unknown> {
  return defer(() =>
    transport.open({ path, headers: { accept } }).pipe(
      reduce((body, chunk) => {
        budget.bytes -= chunk.length;
        if (budget.bytes < 0) throw tooLong(path);
        if (body.end === 0 && beginsAsWebPage(chunk)) throw webPageError(`GET ${path}`, '');
        body.push(chunk);
        while (body.hasMore) body.copyNext();
        return body;
      }, createByteWindow()),
      mapInSlices(({ bytes, at, end }) =>
        parse(path, new TextDecoder().decode(bytes.subarray(at, end)), budget),
      ),
      catchError((error: unknown) =>
        throwError(() => redactError(error, (text) => transport.redact?.(text) ?? text)),
      ),
    ),
  );
}

/** The error for an answer that no Kubernetes API server gives. A retry would get the same answer. */
export const unusableAnswer = (message: string): ProtocolError =>
  new ProtocolError(message, {
    failure: 'fatal',
    advice: "correct the server's address, with its port and its path",
  });

const tooLong = (path: string): ProtocolError =>
  unusableAnswer(`discovery takes at most ${maxDiscoveryBytes} bytes, and ${path} has more`);

function tooDense(path: string, problem: Oversize, budget: Budget): ProtocolError {
  if (problem === 'too many' && budget.values < maxDocumentValues) {
    return unusableAnswer(`discovery takes at most ${maxDiscoveryValues} values, and ${path} has more`);
  }
  const most =
    problem === 'too many'
      ? `has more than ${maxDocumentValues} values`
      : `is nested deeper than ${deepestJson} levels`;
  return unusableAnswer(`the answer to ${path} ${most}, more than discovery reads`);
}

function parse(path: string, text: string, budget: Budget): unknown {
  const problem = textOversize(text, Math.min(maxDocumentValues, budget.values));
  if (problem !== undefined) throw tooDense(path, problem, budget);
  try {
    const document: unknown = JSON.parse(text);
    budget.values -= valuesIn(document);
    return document;
  } catch {
    // The error has no cause, because the error of JSON.parse quotes its input.
    throw new ProtocolError(`the answer to ${path} is not JSON`, { excerpt: text });
  }
}

/**
 * Counts the JSON values of a document. Objects, arrays and the document itself also count, each as one
 * value.
 */
function valuesIn(document: unknown): number {
  if (typeof document !== 'object' || document === null) return 1;
  return Object.values(document).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}
