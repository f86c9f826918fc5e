import type * as clientNode from '@kubernetes/client-node';
import type { KubeObject } from '../objects/index.ts';

/**
 * The type of `@kubernetes/client-node` with the given name. If the installed version of client-node has no
 * such type, the result is `KubeObject`. Each minor version of client-node can add and remove types of alpha
 * and beta kinds.
 *
 * @example
 * ```ts
 * interface LeaseCandidate extends KubeJson<ModelOf<'V1beta1LeaseCandidate'>> {}
 * ```
 */
export type ModelOf<Name extends string> =
  typeof clientNode extends Readonly<Record<Name, abstract new (...args: never) => infer Model>>
    ? Model
    : KubeObject;
