import { KubeError, messageOf } from './kube-error.ts';
import type { ObjectKey } from './kube-object.ts';

/** User code threw: `where` names the handler's method, the transform or the index; `cause` is what it threw. */
export class HandlerError extends KubeError {
  /** For example `onAdd`, `transform`, `index app`. */
  readonly where: string;
  /** The object it was called with, if it was one. */
  readonly key: ObjectKey | undefined;
  /** Whose method it was, where the handler has a name. */
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
