import { catchError, defer, filter, map, mergeMap, type Observable, reduce, tap, throwError } from 'rxjs';
import { isRecord, ProtocolError, StatusError } from '../objects/index.ts';
import { timeSliced } from '../scheduling/index.ts';
import {
  type ByteSearch,
  createByteWindow,
  createSizeGuard,
  type KubeRequest,
  searchFor,
  type Transport,
} from '../source/index.ts';
import { listOfTable, objectsOfTable, type Table, tableOf } from './machine/table.ts';
import { rewriteLines, type Steps } from './rewrite-lines.ts';

/** How the rows of Tables become objects. `C` is the form in which the columns of a Table are kept. */
export interface TableFormat<C> {
  /** Whether each row has the metadata of its object, or the whole object. */
  readonly includeObject: 'Metadata' | 'Object';
  /** Reads the column definitions of a Table. */
  readonly columnsOf: (definitions: readonly unknown[]) => C;
  /**
   * Gets the columns of each page, and of the first event of each watch; gets `undefined` when only plain objects
   * follow.
   */
  readonly onColumns?: (columns: C | undefined) => void;
  /** Returns the fields that an object gets from the cells of its row. */
  readonly fieldsOf: (cells: readonly unknown[], columns: C) => object;
}

/**
 * Creates a transport that requests Tables, as kubectl does, and converts the Tables into lists and events. The objects
 * in these lists and events consist of the object of a row and of the fields for its cells, so all code for objects works
 * with them. An answer that is not a Table passes unchanged.
 *
 * If the Table of a page would block the event loop, the transport requests the page again with fewer rows. If the page
 * with the fewest rows is also too large, the transport requests plain objects for all later requests.
 */
export function tableTransport<C>(
  transport: Transport,
  { includeObject, columnsOf, onColumns = () => undefined, fieldsOf }: TableFormat<C>,
): Transport {
  const findTable = searchFor(new TextEncoder().encode('"Table"'));
  let isPlain = false;
  let rows = maxRows;
  let ofLastPage = columnsOf([]);
  /**
   * Returns the function for the cells of a Table. A later event of a watch has the columns of the event before it, and the
   * first event those of the last page. A page does not change the columns of a running watch.
   */
  const createFieldsIn =
    (latest = ofLastPage) =>
    ({ columns }: Table): ((cells: readonly unknown[]) => object) => {
      const own = columns === undefined ? latest : columnsOf(columns);
      latest = own;
      if (columns !== undefined && !isPlain) onColumns(own); // after the switch to plain objects, an older watch may still receive Tables
      return (cells) => fieldsOf(cells, own);
    };
  function* page(body: Uint8Array): Steps {
    const table = tableOf(yield* tableIn(body, findTable));
    if (table === undefined) yield body;
    else {
      const fieldsIn = createFieldsIn();
      if (table.columns !== undefined) ofLastPage = columnsOf(table.columns);
      yield* listOfTable(table, fieldsIn(table));
    }
  }
  const createEvent = (fieldsIn = createFieldsIn()) =>
    function* event(line: Uint8Array): Steps {
      const value = yield* tableIn(line, findTable);
      const { type, object } = isRecord(value) ? value : {};
      const table = tableOf(object);
      if (table === undefined) {
        yield line;
        yield '\n';
        return;
      }
      // Each row repeats the event type, so an unknown long type is cut.
      const known = typeof type === 'string' ? type.slice(0, longestType) : null;
      for (const one of objectsOfTable(table, fieldsIn(table)))
        yield `${JSON.stringify({ type: known, object: one })}\n`;
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
  /**
   * Switches to plain objects after an event whose Table is too large. When the reflector requests the watch again, the
   * event may be small enough as a plain object.
   */
  const plainAfterTooLarge = tap<Uint8Array>({
    error: (error: unknown) => {
      if (!isTooLarge(error)) return;
      isPlain = true;
      onColumns(undefined);
    },
  });
  const asTable = (request: KubeRequest): Observable<Uint8Array> => {
    const open = (asked: KubeRequest): Observable<Uint8Array> =>
      transport.open(tableRequest(asked, rows, includeObject)).pipe(
        // The server supports neither Tables nor the alternative in the `Accept` header.
        catchError((error: unknown) =>
          error instanceof StatusError && error.code === 406 ? openPlain(asked) : throwError(() => error),
        ),
      );
    return request.query?.['watch'] === 'true'
      ? defer(() => rewriteLines(open, request, createEvent())).pipe(plainAfterTooLarge)
      : open(request).pipe(wholeBody(page, openSmaller(request)));
  };

  return {
    redact: (text) => transport.redact?.(text) ?? text,
    open: (request) => defer(() => (isPlain ? transport.open(request) : asTable(request))),
  };
}

function tableRequest(
  { query, headers, ...request }: KubeRequest,
  rows: number,
  includeObject: string,
): KubeRequest {
  const limit = query?.['limit'];
  return {
    ...request,
    query: {
      ...query,
      includeObject,
      ...(limit !== undefined && { limit: String(Math.min(Number(limit), rows)) }),
    },
    headers: { ...headers, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
  };
}

/**
 * Parses bytes that may contain a Table. Returns `undefined` for other or broken bytes, because the code that reads
 * objects reports the error.
 *
 * @throws ProtocolError for too many values
 */
function* tableIn(bytes: Uint8Array, findTable: ByteSearch): Generator<undefined, unknown> {
  if (findTable(bytes, 0, bytes.length) < 0) return undefined;
  guard.check('a Table', bytes, 0, bytes.length);
  yield; // the caller can pause here, so that the parse runs in a new time slice
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  yield;
  return value;
}

/** Rewrites a page as a whole. Continues with `instead$` if the page is too large. */
function wholeBody(rewrite: (body: Uint8Array) => Steps, instead$: Observable<Uint8Array>) {
  return (chunks$: Observable<Uint8Array>): Observable<Uint8Array> =>
    defer(() =>
      chunks$.pipe(
        reduce((body, chunk) => {
          guard.checkLength('a Table', body.end + chunk.length);
          body.push(chunk);
          while (body.hasMore) body.copyNext();
          return body;
        }, createByteWindow()),
        mergeMap(({ bytes, at, end }) =>
          timeSliced(() => rewrite(bytes.subarray(at, end))[Symbol.iterator]()),
        ),
        filter((text) => text !== undefined),
        map((text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)),
        catchError((error: unknown) => (isTooLarge(error) ? instead$ : throwError(() => error))),
      ),
    );
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof ProtocolError && error.message.startsWith('a Table ');

/**
 * The maximum number of rows of a page. The metadata of a pod has up to about 540 values, nearly all in its
 * managedFields.
 */
const maxRows = 200;
/** The minimum number of rows of a page. With smaller pages, a list would need too many requests. */
const fewestRows = 10;
/** The maximum number of bytes of a Table. With this limit, the check of the size allows 131,072 values. */
const longestTable = 8_388_608;
const guard = createSizeGuard({ maxFrameBytes: longestTable, maxPageBytes: Infinity });
/** The maximum number of characters of an event type. The longest type is `BOOKMARK`. */
const longestType = 16;
