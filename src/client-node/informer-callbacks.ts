import { aFunction, checkArgument, HandlerError, isThenable, KubeError, oneOf } from '../objects/index.ts';
import type { FanOut, Recipient } from './machine/fan-out.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';

/** What happens to an object, in client-node's words. */
type ObjectVerb = 'add' | 'update' | 'delete';

/** What a callback of objects was registered as. */
interface Registered {
  /** The verb of the registration; an error of the callback names it. */
  readonly as: ObjectVerb | 'change';
  /** The verbs that the callback is called for; read at each call. */
  readonly verbs: ReadonlySet<ObjectVerb>;
  readonly callback: (object: never) => unknown;
}

/** Makes a recipient of changes of a callback. `onError` gets the errors that the callback throws or rejects with. */
function createListener<T>(
  { as, verbs, callback }: Registered,
  onError: (error: HandlerError) => void,
): Recipient<T> {
  return {
    tell({ type, key, object }) {
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

/** All that `on` has registered, and nothing that starts or stops. */
export interface InformerCallbacks {
  readonly on: (verb: string, callback: unknown) => void;
  readonly off: (verb: string, callback: unknown) => void;
  readonly tellConnect: () => void;
  readonly tellError: (error: unknown) => void;
}

interface Registration {
  readonly verbs: Set<ObjectVerb>;
  readonly callback: Callback;
  readonly leave: () => void;
}

/**
 * The registry behind `on` and `off`. As in client-node `change` stands for three verbs: each can be taken off alone, and
 * taking it off takes each from where it was registered first.
 *
 * @param isRunning - while it is false nothing is told
 */
export function createCallbacks<T>(fanOut: FanOut<T>, isRunning: () => boolean): InformerCallbacks {
  let objects: readonly Registration[] = [];
  const others = { error: [] as readonly Callback[], connect: [] as readonly Callback[] };

  const tell = (callback: Callback, argument: unknown, onFailure: (cause: unknown) => void): void => {
    try {
      const result = callback(argument as never); // what it takes is its author's word, as in client-node
      if (isThenable(result)) Promise.resolve(result).catch(onFailure);
    } catch (cause) {
      onFailure(cause);
    }
  };
  let reported: string | undefined;
  const report = (error: unknown): void => {
    if (error instanceof HandlerError) reportUnhandledError(error);
    else if (error instanceof KubeError && error.failure === 'fatal' && error.message !== reported) {
      reported = error.message; // each retry of a request that can never work fails alike
      reportUnhandledError(error);
    }
  };
  const tellError = (error: unknown): void => {
    if (!isRunning()) return;
    if (others.error.length === 0) report(error);
    for (const callback of others.error) {
      if (isRunning() && others.error.includes(callback)) tell(callback, error, reportUnhandledError);
    }
  };
  const listen = (callback: Callback, as: ObjectVerb | 'change'): void => {
    const verbs = new Set(as === 'change' ? objectVerbs : [as]);
    const leave = fanOut.add(createListener<T>({ as, verbs, callback }, tellError));
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
    tellConnect() {
      for (const callback of others.connect) {
        if (!isRunning()) return;
        tell(callback, undefined, (cause) =>
          tellError(new HandlerError("the callback of 'connect'", undefined, cause)),
        );
      }
    },
    tellError,
  };
}

const objectVerbs = ['add', 'update', 'delete'] as const;
const verbs: readonly Verb[] = [...objectVerbs, 'change', 'error', 'connect'];
const aVerb = oneOf(...verbs);
