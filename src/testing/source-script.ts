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

/** When a step of a script comes, and at which version where that is not the next one. */
export interface StepOptions {
  /** ms after the step before it, or after the request was sent. Default 0. */
  readonly after?: number;
  readonly resourceVersion?: string;
}

/** How a request fails: by status, with the facts of one. */
export interface SourceErrorOptions {
  readonly after?: number;
  readonly reason?: string;
  readonly message?: string;
  /** Seconds, as `Retry-After` has them. */
  readonly retryAfterSeconds?: number;
}

/** A script under construction; each step returns the script itself. */
export interface SourceScript<T extends KubeObject> {
  /** The next list, with its first page. What it does not show is gone. */
  list(items: readonly T[], options?: StepOptions): SourceScript<T>;
  /** A further page of that list; all pages have the version of the list. */
  page(items: readonly T[], options?: { readonly after?: number }): SourceScript<T>;
  /** The next streamed list: the objects as ADDED, then the bookmark that ends it. Events after it are on the stream. */
  stream(items: readonly T[], options?: StepOptions): SourceScript<T>;
  /** The next watch. Needed only for one that has no event: an event opens the watch it comes on. */
  watch(): SourceScript<T>;
  /** An event on the watch that is open, at the next version. */
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T, options?: StepOptions): SourceScript<T>;
  /** A bookmark at the version of the script. */
  bookmark(options?: StepOptions): SourceScript<T>;
  /** The list or watch that is open fails, else the next watch: a code is a `StatusError`, as a refusal where nothing came before it, else in the stream. */
  error(status: number | KubeError, options?: SourceErrorOptions): SourceScript<T>;
  /** So long nothing comes. */
  idle(ms: number): SourceScript<T>;
  /** The server ends the watch; of a list, what had come of it is all. */
  close(): SourceScript<T>;
  /** Plays the script, for each build from its beginning. */
  build(): LoggedListerWatcher<T>;
}

/**
 * A source told step by step. It keeps the versions right: an event is one version later than what was before it, an
 * object that is given again in a later list is as it was, and a list or a bookmark is at the version of what was told.
 *
 * Each list, stream and watch answers one request of its kind, in their order. Behind the last: a list of the state at
 * the end of the script, a streamed list of it where the script has streams, watches that stay silent. A script without
 * a stream refuses streamed lists, so that a reflector lists at once.
 *
 * @throws OptionsError for a step that cannot be: a page without a list, an event in the midst of a list
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
    what: Omit<Step<Told<T>>, 'after'>,
  ): void => {
    draft.steps.push({ after: draft.pause + after, ...what });
    draft.pause = 0;
  };
  /** An answered list has ended where something comes that is none of its own. */
  const watchFor = (): Draft<T> => {
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
      if (open?.kind !== 'list') throw new OptionsError('sourceScript: page', items, 'called behind list()');
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
      step(watchFor(), options, { value: () => ({ type, object }) });
      return script;
    },
    bookmark: (options = {}) => {
      checkOptions('sourceScript: bookmark', options, stepRules);
      if (options.resourceVersion !== undefined) objects.moveTo(options.resourceVersion);
      const resourceVersion = objects.version;
      step(watchFor(), options, { value: () => ({ type: 'BOOKMARK', resourceVersion }) });
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

type Told<T extends KubeObject> = ListPage<T> | WatchEvent<T>;

/** An answer that steps are added to. */
interface Draft<T extends KubeObject> extends Answer<Told<T>> {
  readonly steps: Step<Told<T>>[];
  closed: boolean;
  /** Before the next step. */
  pause: number;
  /** Of a list, when all its pages are there. */
  version: string;
}

function built<T extends KubeObject>(
  answers: readonly Draft<T>[],
  objects: ScriptObjects<T>,
): LoggedListerWatcher<T> {
  const { items, version } = objects;
  // As far as it is told now: what is added to the script later is of a later build.
  const told = answers.map((answer): Answer<Told<T>> => ({
    ...answer,
    steps: [...answer.steps],
  }));
  const played = <V extends Told<T>>(kind: AnswerKind) =>
    told
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

/** A streamed list. */
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
