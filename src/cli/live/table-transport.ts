import { Buffer } from 'node:buffer';
import { catchError, defer, EMPTY, map, mergeMap, type Observable, of, reduce, throwError } from 'rxjs';
import { isRecord, ProtocolError, StatusError } from '../../objects/index.ts';
import {
  createFrameSplitter,
  createSizeGuard,
  type KubeRequest,
  type Transport,
} from '../../source/index.ts';
import { createByteBuffer } from '../machine/byte-buffer.ts';
import { listOfTable, objectOfTable } from './machine/objects-of-table.ts';
import { type ColumnDefinition, type Table, tableOf } from './machine/table.ts';

/**
 * A transport that asks for Tables, as kubectl does, and gives lists and events: objects that are metadata and what is to
 * be printed of them, so all that is made for objects works over it. What a server sends that makes no Tables passes as
 * it is, and what makes a Table that would block the event loop is asked for once more without that form.
 *
 * @param onColumns - hears the columns, with each page and with the first event of each watch
 */
export function tableTransport(
  transport: Transport,
  onColumns: (columns: readonly ColumnDefinition[]) => void,
): Transport {
  const rewritten = (table: Table | undefined, write: (table: Table) => object): Buffer | undefined => {
    if (table === undefined) return undefined;
    if (table.columns !== undefined) onColumns(table.columns);
    return Buffer.from(JSON.stringify(write(table)));
  };
  const page = (body: Buffer): Buffer => rewritten(tableOf(tableIn(body)), listOfTable) ?? body;
  const event = (line: Uint8Array): Uint8Array => {
    const value = tableIn(line);
    const { type, object } = (isRecord(value) ? value : {}) as {
      readonly type?: unknown;
      readonly object?: unknown;
    };
    return rewritten(tableOf(object), (table) => ({ type, object: objectOfTable(table) })) ?? line;
  };

  return {
    conceal: (text) => transport.conceal?.(text) ?? text,
    open: (request) =>
      transport.open(asking(request)).pipe(
        // A server that knows neither this form nor the way to say so.
        catchError((error: unknown) =>
          error instanceof StatusError && error.code === 406
            ? transport.open(request)
            : throwError(() => error),
        ),
        request.query?.['watch'] === 'true'
          ? eachLine(event)
          : wholeBody(
              page,
              defer(() => transport.open(request)),
            ),
      ),
  };
}

function asking({ query, headers, ...request }: KubeRequest): KubeRequest {
  return {
    ...request,
    query: { ...query, includeObject: 'Metadata' },
    headers: { ...headers, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
  };
}

/**
 * Parses what may be or hold a Table; what is none, or is broken, is for those to judge who read objects.
 *
 * @throws ProtocolError for one of too many values
 */
function tableIn(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('"Table"')) return undefined;
  guard.check('a Table', buffer, 0, buffer.length);
  try {
    return JSON.parse(buffer.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** A page is rewritten as a whole. One that is too large for that is `plain$`. */
function wholeBody(rewrite: (body: Buffer) => Buffer, plain$: Observable<Uint8Array>) {
  return (chunks$: Observable<Uint8Array>): Observable<Uint8Array> =>
    defer(() =>
      chunks$.pipe(
        reduce((body, chunk) => {
          guard.checkLength('a Table', body.length + chunk.length);
          body.append(chunk);
          return body;
        }, createByteBuffer()),
        map((body) => rewrite(body.bytes())),
        catchError((error: unknown) =>
          error instanceof ProtocolError && error.message.startsWith('a Table ')
            ? plain$
            : throwError(() => error),
        ),
      ),
    );
}

/** Five hundred rows with the metadata of their objects have some 2 MiB and 100,000 values; this allows 131,072 values. */
const longestTable = 8 * 1_048_576;
const guard = createSizeGuard({ maxFrameBytes: longestTable, maxPageBytes: Infinity });
// The limit of listWatch, in bytes: what is gathered here would never come up against it.
const longestLine = 16 * 1_048_576;

function eachLine(rewrite: (line: Uint8Array) => Uint8Array) {
  return (chunks$: Observable<Uint8Array>): Observable<Uint8Array> =>
    defer(() => {
      const splitter = createFrameSplitter(longestLine, true);
      return chunks$.pipe(
        mergeMap((chunk) => {
          const lines: Uint8Array[] = [];
          for (const line of splitter.split(chunk)) {
            if (line.length > 0) lines.push(Buffer.from(rewrite(line)), lineFeed);
          }
          return lines.length === 0 ? EMPTY : of(Buffer.concat(lines));
        }),
      );
    });
}

const lineFeed = Buffer.from('\n');
