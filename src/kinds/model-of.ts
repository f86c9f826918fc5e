import type * as clientNode from '@kubernetes/client-node';
import type { KubeObject } from '../objects/index.ts';

/**
 * The model of client-node with the given name; `KubeObject` if the installed version of client-node has no such model.
 * Models of alpha and beta kinds are added and removed from one minor version to the next.
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
