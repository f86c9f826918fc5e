import { aFunction, checkArgument, HandlerError, isThenable, KubeError, oneOf } from '../objects/index.ts';
import type { CallbackDispatcher, CallbackTarget } from './machine/callback-dispatcher.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';

type ObjectVerb = 'add' | 'update' | 'delete';

interface Registered {
  /** The verb with which the callback was registered. An error of the callback contains the verb. */
  readonly as: ObjectVerb | 'change';
  /** The verbs for which the callback is called. The set is read at each call. */
  readonly verbs: ReadonlySet<ObjectVerb>;
  readonly callback: (object: never) => unknown;
}

/**
 * Creates the target of a `CallbackDispatcher` that calls a callback of the user. If the callback throws or
 * rejects, `onError` receives the error.
 */
function createTarget<T>(
  { as, verbs, callback }: Registered,
  onError: (error: HandlerError) => void,
): CallbackTarget<T> {
  return {
    call({ type, key, object }) {
      if (!verbs.has(verbOf[type])) return undefined;
      const failed = (cause: unknown): void =>
        onError(new HandlerError(`the callback of '${as}'`, key, cause));
      try {
        const result = callback(object as never);
        return isThenable(result) ? Promise.resolve(result).then(ignored, failed) : undefined;
      } catch (cause) {
        failed(cause);
        return undefined;
      }
    },
  };
}

const verbOf = { added: 'add', updated: 'update', deleted: 'delete' } as const satisfies Record<
  Change<unknown>['type'],
  ObjectVerb
>;
const ignored = (): void => undefined;

type Verb = ObjectVerb | 'change' | 'error' | 'connect';
type Callback = (argument: never) => unknown;

export interface InformerCallbacks {
  readonly on: (verb: string, callback: unknown) => void;
  readonly off: (verb: string, callback: unknown) => void;
  readonly callConnect: () => void;
  readonly callError: (error: unknown) => void;
}

interface Registration {
  readonly verbs: Set<ObjectVerb>;
  readonly callback: Callback;
  readonly leave: () => void;
}

/**
 * Creates the registry for `on` and `off`. As in client-node, `change` means all three verbs, and `off` can remove a single verb of
 * `change`. `off` removes a verb from the oldest registration that has this verb.
 *
 * @param isRunning - while it returns false, no callback is called
 */
export function createCallbacks<T>(
  dispatcher: CallbackDispatcher<T>,
  isRunning: () => boolean,
): InformerCallbacks {
  let objects: readonly Registration[] = [];
  const others = { error: [] as readonly Callback[], connect: [] as readonly Callback[] };

  const call = (callback: Callback, argument: unknown, onFailure: (cause: unknown) => void): void => {
    try {
      // The cast is necessary: as in client-node, the user chooses the argument type of the callback.
      const result = callback(argument as never);
      if (isThenable(result)) Promise.resolve(result).catch(onFailure);
    } catch (cause) {
      onFailure(cause);
    }
  };
  let reported: string | undefined;
  const report = (error: unknown): void => {
    if (error instanceof HandlerError) reportUnhandledError(error);
    else if (error instanceof KubeError && error.failure === 'fatal' && error.message !== reported) {
      // The same error is reported once, because each retry of a request that can never succeed fails with
      // the same message.
      reported = error.message;
      reportUnhandledError(error);
    }
  };
  const callError = (error: unknown): void => {
    if (!isRunning()) return;
    if (others.error.length === 0) report(error);
    for (const callback of others.error) {
      if (isRunning() && others.error.includes(callback)) call(callback, error, reportUnhandledError);
    }
  };
  const listen = (callback: Callback, as: ObjectVerb | 'change'): void => {
    const verbs = new Set(as === 'change' ? objectVerbs : [as]);
    const leave = dispatcher.add(createTarget<T>({ as, verbs, callback }, callError));
    objects = [...objects, { verbs, callback, leave }];
  };
  const unlisten = (callback: unknown, verb: ObjectVerb): void => {
    const found = objects.find((one) => one.callback === callback && one.verbs.delete(verb));
    if (found === undefined || found.verbs.size > 0) return;
    objects = objects.filter((one) => one !== found);
    found.leave();
  };

  return {
    on(verb, callback) {
      checkArgument('on: verb', verb, aVerb);
      checkArgument('on: callback', callback, aFunction);
      const called = callback as Callback;
      if (verb === 'error' || verb === 'connect') others[verb] = [...others[verb], called];
      else listen(called, verb as ObjectVerb | 'change');
    },
    off(verb, callback) {
      checkArgument('off: verb', verb, aVerb);
      if (verb === 'error' || verb === 'connect') {
        const at = others[verb].indexOf(callback as Callback);
        if (at >= 0) others[verb] = others[verb].filter((_, i) => i !== at);
      } else {
        const verbs = verb === 'change' ? objectVerbs : [verb as ObjectVerb];
        for (const each of verbs) unlisten(callback, each);
      }
    },
    callConnect() {
      for (const callback of others.connect) {
        if (!isRunning()) return;
        call(callback, undefined, (cause) =>
          callError(new HandlerError("the callback of 'connect'", undefined, cause)),
        );
      }
    },
    callError,
  };
}

const objectVerbs = ['add', 'update', 'delete'] as const;
const verbs: readonly Verb[] = [...objectVerbs, 'change', 'error', 'connect'];
const aVerb = oneOf(...verbs);
