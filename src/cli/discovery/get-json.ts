import { catchError, defer, type Observable, reduce, throwError } from 'rxjs';
import { deepestJson, type Oversize, ProtocolError, textOversize } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { mapInSlices } from '../map-in-slices.ts';
import { createByteBuffer } from '../machine/byte-buffer.ts';
import { beginsAsWebPage, redactError, type Transport, webPageError } from '../../source/index.ts';

/** Bytes of all documents of one discovery; a cluster with hundreds of definitions sends less than one MiB. */
const mostDiscoveryBytes = 16 * 1_048_576;

/** Values of one document: 3,000 resources, each with two subresources, have half as many. V8 takes 0.1 s for them. */
export const mostDocumentValues = 200_000;

/** Values of all documents of one discovery: ten times as many as a cluster with 3,000 resources has. */
const mostDiscoveryValues = 1_000_000;

/** What the documents of one discovery may still have, together. */
export interface Budget {
  bytes: number;
  values: number;
}

/** The budget of one discovery. */
export const discoveryBudget = (): Budget => ({ bytes: mostDiscoveryBytes, values: mostDiscoveryValues });

/**
 * One document of a server, parsed.
 *
 * Errors with what the transport throws, with a `CommandError` for a body that is too large, and with a `ProtocolError` for
 * one that is not JSON: another kind of server, a page of a proxy.
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
        if (body.length === 0 && beginsAsWebPage(chunk)) throw webPageError(`GET ${path}`, '');
        body.append(chunk);
        return body;
      }, createByteBuffer()),
      mapInSlices((body) => parse(path, new TextDecoder().decode(body.bytes()), budget)),
      catchError((error: unknown) =>
        throwError(() => redactError(error, (text) => transport.redact?.(text) ?? text)),
      ),
    ),
  );
}

const tooLong = (path: string): CommandError =>
  new CommandError(`discovery takes at most ${mostDiscoveryBytes} bytes, and ${path} has more`, {
    hints: ['Is the URL right, with its port and its path?'],
  });

const tooDense = (path: string, problem: Oversize, budget: Budget): CommandError => {
  const hints = ['Is the URL right, with its port and its path?'];
  if (problem === 'too many' && budget.values < mostDocumentValues) {
    const text = `discovery takes at most ${mostDiscoveryValues} values, and ${path} has more`;
    return new CommandError(text, { hints });
  }
  const most =
    problem === 'too many'
      ? `has more than ${mostDocumentValues} values`
      : `is nested deeper than ${deepestJson} levels`;
  return new CommandError(`the answer to ${path} ${most}, more than this command reads`, { hints });
};

function parse(path: string, text: string, budget: Budget): unknown {
  const problem = textOversize(text, Math.min(mostDocumentValues, budget.values));
  if (problem !== undefined) throw tooDense(path, problem, budget);
  try {
    const document: unknown = JSON.parse(text);
    budget.values -= valuesIn(document);
    return document;
  } catch {
    // Without a cause: the error of JSON.parse quotes what it was given.
    throw new ProtocolError(`the answer to ${path} is not JSON`, { excerpt: text });
  }
}

/** How many values a document has, itself and each container among them. */
function valuesIn(document: unknown): number {
  if (typeof document !== 'object' || document === null) return 1;
  return Object.values(document).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}
