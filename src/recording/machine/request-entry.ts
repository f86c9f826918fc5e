import { isRecord, type KubeObject } from '../../objects/index.ts';
import type { ListOptions, ListPage, WatchEvent, WatchOptions } from '../../source/index.ts';
import { isErrorJson } from './error-json.ts';
import type { ErrorJson } from './recording-format.ts';

/** The start of a request to a ListerWatcher. */
export type RequestStart =
  | { readonly verb: 'list'; readonly options: ListOptions }
  | { readonly verb: 'watch'; readonly options: WatchOptions };

/** A result of a recorded request, for example a page, an event, an error or the completion. */
export type RequestResult =
  | { readonly page: ListPage<KubeObject> }
  | { readonly event: WatchEvent<KubeObject> }
  /** An error that does not end the request. `count` is the number of omitted objects. Default: 1. */
  | { readonly incident: ErrorJson; readonly count?: number }
  | { readonly error: ErrorJson }
  | { readonly complete: true }
  /** The consumer of the request has cancelled the request. */
  | { readonly closed: true };

/**
 * One entry of a recording of requests: the start of a request, or one of its results. Requests are numbered
 * from 1.
 */
export type RequestEntry = { readonly request: number } & (RequestStart | RequestResult);

/** The stage name of the lines that contain requests to a ListerWatcher and their results. */
export const requestStage = 'requests';

/** Returns a value if it is a valid entry; otherwise `undefined`. */
export function requestEntryOf(value: unknown): RequestEntry | undefined {
  if (!isRecord(value) || !Number.isSafeInteger(value['request'])) return undefined;
  const { verb, options, page, event, incident, error, complete, closed } = value;
  const isOne =
    ((verb === 'list' || verb === 'watch') && isRecord(options)) ||
    (isRecord(page) && Array.isArray(page['items']) && typeof page['resourceVersion'] === 'string') ||
    isEvent(event) ||
    isErrorJson(incident) ||
    isErrorJson(error) ||
    complete === true ||
    closed === true;
  return isOne ? (value as unknown as RequestEntry) : undefined;
}

function isEvent(event: unknown): boolean {
  if (!isRecord(event)) return false;
  const { type, object, resourceVersion } = event;
  return type === 'BOOKMARK'
    ? typeof resourceVersion === 'string'
    : (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') && isRecord(object);
}

/**
 * Describes the difference between a request and the recorded request. Returns `undefined` if the requests
 * are equal. The page size and the timeout may differ, because a replay returns the recorded results.
 */
export function differenceOf(recorded: RequestStart, requested: RequestStart): string | undefined {
  const [was, is] = [describe(recorded), describe(requested)];
  return was === is ? undefined : `${was} was recorded, and ${is} is asked for`;
}

function describe({ verb, options }: RequestStart): string {
  const { resourceVersion = '', shardSelector = '' } = options;
  const part = shardSelector === '' ? '' : ` of ${shardSelector}`;
  const from = `${part}${resourceVersion === '' ? '' : ` from version ${resourceVersion}`}`;
  if (verb === 'list') return `a list${from}`;
  return options.sendInitialEvents === true ? `a streamed list${from}` : `a watch${from}`;
}
