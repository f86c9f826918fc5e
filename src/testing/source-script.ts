import { concat, from, NEVER, of, throwError } from 'rxjs';
import {
  aString,
  checkArgument,
  checkOptions,
  integer,
  KubeError,
  type KubeObject,
  milliseconds,
  oneOf,
  OptionsError,
  renamedFrom,
  type Rule,
  type StatusError,
} from '../objects/index.ts';
import type { ListPage, WatchEvent } from '../source/index.ts';
import type { LoggedListerWatcher } from './ledger.ts';
import { ScriptObjects } from './machine/script-objects.ts';
import { aNamedObject } from './named-object.ts';
import { aRefusal, refusal, streamingRefused } from './refusal.ts';
import { type Answer, type AnswerKind, playAnswer, type Step } from './script-answer.ts';
import { scriptedListerWatcher } from './scripted-lister-watcher.ts';

/** The options of one step of a script: its time, and its resourceVersion. */
export interface StepOptions {
  /**
   * The delay after the previous step in ms, or for the first step, the delay after the request. Default: 0.
   */
  readonly after?: number;
  readonly resourceVersion?: string;
}

/** The options of an error in a script: its time, and the details of its `StatusError`. */
export interface SourceErrorOptions {
  readonly after?: number;
  readonly reason?: string;
  readonly message?: string;
  /** The delay of the header `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** A script that is being built. Each method returns the same script. */
export interface SourceScript<T extends KubeObject> {
  /**
   * Adds a list to the script. `items` is the first page of the list. All objects that the list does not
   * contain count as deleted.
   */
  list(items: readonly T[], options?: StepOptions): SourceScript<T>;
  /** Adds another page to the last list. All pages of a list have the resourceVersion of the list. */
  page(items: readonly T[], options?: { readonly after?: number }): SourceScript<T>;
  /**
   * Adds the next streaming list: the objects as ADDED, then the bookmark that ends the list. The stream then emits
   * later events.
   */
  stream(items: readonly T[], options?: StepOptions): SourceScript<T>;
  /**
   * Adds the next watch. The call is necessary only for a watch without events, because `event` opens a watch
   * if none is open.
   */
  watch(): SourceScript<T>;
  /** Adds an event to the open watch, at the next resourceVersion. */
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T, options?: StepOptions): SourceScript<T>;
  /** Adds a bookmark at the current resourceVersion of the script. */
  bookmark(options?: StepOptions): SourceScript<T>;
  /**
   * Ends the open list or watch with an error. If none is open, the next watch fails. A number is the code of
   * a `StatusError`. The error is `inStream` if the watch or stream has emitted before; otherwise the error
   * is a refusal.
   */
  error(status: number | KubeError, options?: SourceErrorOptions): SourceScript<T>;
  /** Adds a pause before the next step. `ms` is the length of the pause in ms. */
  idle(ms: number): SourceScript<T>;
  /** Completes the open watch, as a server does. An open list completes with the pages that the list has. */
  close(): SourceScript<T>;
  /** Returns a source that plays the script. Each build plays the script from its beginning. */
  build(): LoggedListerWatcher<T>;
}

/**
 * Returns a script that builds a source step by step. The script keeps the resourceVersions consistent. An event is one
 * version later than the previous step. An object that a later list repeats unchanged keeps its version. A list or a
 * bookmark has the current version of the script.
 *
 * Each list, stream and watch of the script answers one request of its kind, in order. After the last list of
 * the script, each further list gets one page with the state at the end of the script. Each further streaming
 * list gets this state as a stream, if the script has streams. Each further watch stays open and emits
 * nothing. A script without a stream refuses streaming lists, so that a reflector immediately lists in pages.
 *
 * @throws OptionsError for an invalid argument, and for a page that does not follow a list or a page
 *
 * @example
 * ```ts
 * const source = sourceScript<Pod>()
 *   .list([pod<Pod>('a')])
 *   .page([pod<Pod>('b')], { after: 20 })
 *   .event('MODIFIED', pod<Pod>('a', { labels: { app: 'web' } }), { after: 5 })
 *   .idle(60_000)
 *   .error(410)
 *   .list([pod<Pod>('b')])
 *   .build();
 * ```
 */
export function sourceScript<T extends KubeObject = KubeObject>(): SourceScript<T> {
  const objects = new ScriptObjects<T>();
  const answers: Draft<T>[] = [];
  let open: Draft<T> | undefined;

  const begin = (kind: AnswerKind): Draft<T> => {
    open = { kind, steps: [], closed: false, pause: 0, version: objects.version };
    answers.push(open);
    return open;
  };
  const step = (
    draft: Draft<T>,
    { after = 0 }: { readonly after?: number },
    what: Omit<Step<Emitted<T>>, 'after'>,
  ): void => {
    draft.steps.push({ after: draft.pause + after, ...what });
    draft.pause = 0;
  };
  /**
   * Returns the open watch or the open streaming list, so that an event or a bookmark can be added. If
   * neither is open, ends the open list, if any, and opens a watch.
   */
  const openWatch = (): Draft<T> => {
    if (open !== undefined && open.kind !== 'list') return open;
    const pause = open?.pause ?? 0;
    const draft = begin('watch');
    draft.pause = pause;
    return draft;
  };
  const end = (draft: Draft<T>): void => {
    draft.closed = true;
    open = undefined;
  };
  const addPage = (draft: Draft<T>, given: readonly T[], options: StepOptions): void => {
    const items = given.map((item) => objects.listed(item, options.resourceVersion));
    draft.version = objects.version;
    step(draft, options, { value: () => ({ items, resourceVersion: draft.version }) });
  };

  const script: SourceScript<T> = {
    list: (items, options = {}) => {
      checkStep('list', items, options);
      objects.begin(options.resourceVersion);
      addPage(begin('list'), items, options);
      return script;
    },
    page: (items, options = {}) => {
      checkStep('page', items, options);
      if (open?.kind !== 'list')
        throw new OptionsError('sourceScript: page', items, 'must come after list()');
      addPage(open, items, options);
      return script;
    },
    stream: (items, options = {}) => {
      checkStep('stream', items, options);
      objects.begin(options.resourceVersion);
      const listed = items.map((item) => objects.listed(item, options.resourceVersion));
      const draft = begin('stream');
      streamOf(listed, objects.version).forEach((event, nth) =>
        step(draft, nth === 0 ? options : {}, { value: () => event }),
      );
      return script;
    },
    watch: () => {
      begin('watch');
      return script;
    },
    event: (type, given, options = {}) => {
      checkArgument('sourceScript: event', type, oneOf('ADDED', 'MODIFIED', 'DELETED'));
      checkArgument('sourceScript: event', given, aNamedObject);
      checkOptions('sourceScript: event', options, stepRules);
      const object = objects.write(given, type === 'DELETED', options.resourceVersion);
      step(openWatch(), options, { value: () => ({ type, object }) });
      return script;
    },
    bookmark: (options = {}) => {
      checkOptions('sourceScript: bookmark', options, stepRules);
      if (options.resourceVersion !== undefined) objects.moveTo(options.resourceVersion);
      const resourceVersion = objects.version;
      step(openWatch(), options, { value: () => ({ type: 'BOOKMARK', resourceVersion }) });
      return script;
    },
    error: (status, { after = 0, ...facts } = {}) => {
      checkArgument('sourceScript: error', status, aStatus);
      checkOptions('sourceScript: error', { after, ...facts }, errorRules);
      const draft = open ?? begin('watch');
      const inStream = draft.kind !== 'list' && draft.steps.length > 0;
      step(
        draft,
        { after },
        { error: typeof status === 'number' ? refused(status, inStream, facts) : status },
      );
      end(draft);
      return script;
    },
    idle: (ms) => {
      checkArgument('sourceScript: idle', ms, milliseconds(0));
      (open ?? begin('watch')).pause += ms;
      return script;
    },
    close: () => {
      const draft = open ?? begin('watch');
      step(draft, {}, {});
      end(draft);
      return script;
    },
    build: () => built(answers, objects),
  };
  return script;
}

type Emitted<T extends KubeObject> = ListPage<T> | WatchEvent<T>;

/** An answer to one request, while the script is being built. */
interface Draft<T extends KubeObject> extends Answer<Emitted<T>> {
  readonly steps: Step<Emitted<T>>[];
  closed: boolean;
  /** The delay before the next step, in ms. */
  pause: number;
  /** The resourceVersion of a list after its last page. */
  version: string;
}

function built<T extends KubeObject>(
  answers: readonly Draft<T>[],
  objects: ScriptObjects<T>,
): LoggedListerWatcher<T> {
  const { items, version } = objects;
  // The steps are copied, so that steps that are added later do not change this source.
  const scripted = answers.map((answer): Answer<Emitted<T>> => ({
    ...answer,
    steps: [...answer.steps],
  }));
  const played = <V extends Emitted<T>>(kind: AnswerKind) =>
    scripted
      .filter((answer) => answer.kind === kind)
      .map((answer) => playAnswer(answer as Answer<unknown> as Answer<V>));
  const streams = played<WatchEvent<T>>('stream');
  return scriptedListerWatcher<T>({
    list: [...played<ListPage<T>>('list'), of({ items, resourceVersion: version })],
    watch: [...played<WatchEvent<T>>('watch'), NEVER],
    stream:
      streams.length === 0
        ? [throwError(streamingRefused)]
        : [...streams, concat(from(streamOf(items, version)), NEVER)],
  });
}

/** Returns the events of a streaming list. */
function streamOf<T extends KubeObject>(
  items: readonly T[],
  resourceVersion: string,
): readonly WatchEvent<T>[] {
  return [
    ...items.map((object): WatchEvent<T> => ({ type: 'ADDED', object })),
    { type: 'BOOKMARK', resourceVersion, initialEventsEnd: true },
  ];
}

function refused(
  code: number,
  inStream: boolean,
  { retryAfterSeconds, ...facts }: Omit<SourceErrorOptions, 'after'>,
): StatusError {
  return refusal(code, {
    inStream,
    ...facts,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function checkStep(of: string, items: unknown, options: StepOptions): void {
  checkArgument(`sourceScript: ${of}`, items, namedObjects);
  checkOptions(`sourceScript: ${of}`, options, of === 'page' ? { after: milliseconds(0) } : stepRules);
}

const stepRules = { after: milliseconds(0), resourceVersion: aString };
const errorRules = {
  after: milliseconds(0),
  reason: aString,
  message: aString,
  retryAfterSeconds: renamedFrom('retryAfter', integer(0)),
};
const namedObjects: Rule = {
  allowed: 'an array of objects with metadata.name',
  test: (given) => Array.isArray(given) && given.every(aNamedObject.test),
};
const aStatus: Rule = {
  allowed: `${aRefusal.allowed}, or a KubeError`,
  test: (given) => given instanceof KubeError || aRefusal.test(given),
};
