/**
 * Entry point `rx-informer/kinds`: constants for the built-in collections of Kubernetes 1.36 that can be
 * listed and watched, such as `core.v1.pods`. Each constant also has the type of the objects. At run time the
 * constants are small, and also work in a browser. A bundler removes the groups that a program does not use.
 *
 * The types need `@kubernetes/client-node` 1.4 or 2.x; a dev dependency is enough. The short name of a kind (`Pod`,
 * `HorizontalPodAutoscaler`) is the type of the first stable version of the kind, in the order in which the
 * API server prefers versions. Every other version has the name of client-node's model:
 * `V1HorizontalPodAutoscaler`, `EventsV1Event`, `V1beta1IPAddress`.
 *
 * The groups have the same names as in client-go's factory: the part before the first dot. So `rbac.authorization.k8s.io` is
 * `rbac`.
 *
 * @packageDocumentation
 */
export * from './generated/index.ts';
export type { ModelOf } from './model-of.ts';
