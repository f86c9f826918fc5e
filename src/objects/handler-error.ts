import { KubeError, messageOf } from './kube-error.ts';
import type { ObjectKey } from './kube-object.ts';

/** An error of user code. `where` names the handler's method, the transform or the index; `cause` is the error. */
export class HandlerError extends KubeError {
  /** For example `onAdd`, `transform`, `index app`. */
  readonly where: string;
  /** The key of the object that was passed to the code, if an object was passed. */
  readonly key: ObjectKey | undefined;
  /** The name of the handler, if it has one. */
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
