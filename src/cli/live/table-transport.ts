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
import { listOfTable, objectsOfTable } from './machine/objects-of-table.ts';
import { type ColumnDefinition, type Table, tableOf } from './machine/table.ts';

/**
 * A transport that asks for Tables, as kubectl does, and gives lists and events: objects that are metadata and what is to
 * be printed of them, so all that is made for objects works over it. What a server sends that makes no Tables passes as
 * it is. A page whose Table would block the event loop is asked for again with fewer rows. Where these are too much as well, the
 * transport asks for plain objects from then on.
 *
 * @param onColumns - is called with the columns of each page, and of the first event of each watch; with `undefined` where all
 *   that follows is plain
 */
export function tableTransport(
  transport: Transport,
  onColumns: (columns: readonly ColumnDefinition[] | undefined) => void,
): Transport {
  let isPlain = false;
  let rows = mostRows;
  let latest: readonly ColumnDefinition[] = [];
  const columnsOf = ({ columns }: Table): readonly ColumnDefinition[] => {
    if (columns === undefined) return latest;
    latest = columns;
    onColumns(columns);
    return columns;
  };
  const page = (body: Buffer): Buffer => {
    const table = tableOf(tableIn(body));
    return table === undefined ? body : Buffer.from(JSON.stringify(listOfTable(table, columnsOf(table))));
  };
  const events = (line: Uint8Array): Uint8Array => {
    const value = tableIn(line);
    const { type, object } = (isRecord(value) ? value : {}) as {
      readonly type?: unknown;
      readonly object?: unknown;
    };
    const table = tableOf(object);
    if (table === undefined) return line;
    const lines = objectsOfTable(table, columnsOf(table)).map((one) => JSON.stringify({ type, object: one }));
    return Buffer.from(lines.join('\n'));
  };
  const openPlain = (request: KubeRequest): Observable<Uint8Array> =>
    defer(() => {
      onColumns(undefined);
      return transport.open(request);
    });
  const openSmaller = (request: KubeRequest): Observable<Uint8Array> =>
    defer(() => {
      rows = Math.floor(rows / 4);
      const isPaged = request.query?.['limit'] !== undefined;
      isPlain = rows < fewestRows || !isPaged;
      return isPlain ? openPlain(request) : asTable(request);
    });
  const asTable = (request: KubeRequest): Observable<Uint8Array> =>
    transport.open(asking(request, rows)).pipe(
      // A server that knows neither this form nor the way to say so.
      catchError((error: unknown) =>
        error instanceof StatusError && error.code === 406 ? openPlain(request) : throwError(() => error),
      ),
      request.query?.['watch'] === 'true' ? eachLine(events) : wholeBody(page, openSmaller(request)),
    );

  return {
    conceal: (text) => transport.conceal?.(text) ?? text,
    open: (request) => defer(() => (isPlain ? transport.open(request) : asTable(request))),
  };
}

function asking({ query, headers, ...request }: KubeRequest, rows: number): KubeRequest {
  const limit = query?.['limit'];
  return {
    ...request,
    query: {
      ...query,
      includeObject: 'Metadata',
      ...(limit !== undefined && { limit: String(Math.min(Number(limit), rows)) }),
    },
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

/** A page is rewritten as a whole. `instead$` takes the place of one that is too large for that. */
function wholeBody(rewrite: (body: Buffer) => Buffer, instead$: Observable<Uint8Array>) {
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
            ? instead$
            : throwError(() => error),
        ),
      ),
    );
}

/** Rows a page. The metadata of a pod has up to some 540 values, nearly all in its managedFields. */
const mostRows = 200;
/** Pages of fewer rows would take too many requests. */
const fewestRows = 10;
/** This allows 131,072 values. */
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
