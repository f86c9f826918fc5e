import { HandlerError, isThenable } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import type { Recipient } from './machine/fan-out.ts';

/** What happens to an object, in client-node's words. */
export type ObjectVerb = 'add' | 'update' | 'delete';

/** What a callback of objects was registered as. */
export interface Registered {
  /** The verb it was registered with, for whoever hears of its errors. */
  readonly as: ObjectVerb | 'change';
  /** What it hears of; asked at each call. */
  readonly verbs: ReadonlySet<ObjectVerb>;
  readonly callback: (object: never) => unknown;
}

/** A callback as one that is told of changes. What it throws, or rejects with, `onError` hears. */
export function createListener<T>(
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
