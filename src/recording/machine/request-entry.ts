import { isRecord, type KubeObject } from '../../objects/index.ts';
import type { ListOptions, ListPage, WatchEvent, WatchOptions } from '../../source/index.ts';
import { isErrorJson } from './error-json.ts';
import type { ErrorJson } from './recording-format.ts';

/** What was asked of a ListerWatcher. */
export type Asked =
  | { readonly verb: 'list'; readonly options: ListOptions }
  | { readonly verb: 'watch'; readonly options: WatchOptions };

/** What came of a request, as a value of the stage 'requests'. */
export type Answer =
  | { readonly page: ListPage<KubeObject> }
  | { readonly event: WatchEvent<KubeObject> }
  /** `count` is for how many objects it stands, default 1. */
  | { readonly incident: ErrorJson; readonly count?: number }
  | { readonly error: ErrorJson }
  | { readonly complete: true }
  /** Whoever asked wanted no more. */
  | { readonly closed: true };

/** One value of the stage 'requests'; requests are counted from 1. */
export type RequestEntry = { readonly request: number } & (Asked | Answer);

/** The stage of all that a ListerWatcher is asked, and answers. */
export const requestStage = 'requests';

/** The entry that a value is, if it is one. */
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
 * What makes a request another one than the recorded, in words; `undefined`: nothing. How large its pages are, and how
 * long it may last, is none of it: the answer is as it was.
 */
export function differenceOf(recorded: Asked, asked: Asked): string | undefined {
  const [was, is] = [wordsOf(recorded), wordsOf(asked)];
  return was === is ? undefined : `${was} was recorded, and ${is} is asked for`;
}

function wordsOf({ verb, options }: Asked): string {
  const { resourceVersion = '', shardSelector = '' } = options;
  const part = shardSelector === '' ? '' : ` of ${shardSelector}`;
  const from = `${part}${resourceVersion === '' ? '' : ` from version ${resourceVersion}`}`;
  if (verb === 'list') return `a list${from}`;
  return options.sendInitialEvents === true ? `a streamed list${from}` : `a watch${from}`;
}
