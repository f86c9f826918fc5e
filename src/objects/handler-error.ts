import { KubeError, messageOf } from './kube-error.ts';
import type { ObjectKey } from './kube-object.ts';

/**
 * The error of a function of the program: a method of a handler, a transform or an index function. `where`
 * names the function. `cause` is the error that the function threw.
 */
export class HandlerError extends KubeError {
  /** The function that threw, for example `onAdd`, `transform` or `index app`. */
  readonly where: string;
  /** The key of the object that was passed to the function, if an object was passed. */
  readonly key: ObjectKey | undefined;
  /** The name of the handler, if the handler has a name. */
  readonly handler: string | undefined;

  constructor(where: string, key: ObjectKey | undefined, cause: unknown, handler?: string) {
    const whose = handler === undefined ? where : `${where} of ${handler}`;
    super('fatal', `${whose} threw${key === undefined ? '' : ` for ${key}`}: ${messageOf(cause)}`, { cause });
    this.where = where;
    this.key = key;
    this.handler = handler;
  }

  override get advice(): string {
    return 'correct what threw: it is the `cause`';
  }
}
