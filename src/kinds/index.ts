/**
 * Entry point `rx-informer/kinds`: the built-in collections of Kubernetes 1.36 that can be listed and watched, with
 * types, such as `core.v1.pods`. At run time the collections are small constants, which also work in a browser. A
 * bundler drops the groups that are not used.
 *
 * The types need `@kubernetes/client-node` 1.4 or 2.x; a dev dependency is enough. The short name of a kind (`Pod`,
 * `HorizontalPodAutoscaler`) is the type of its first stable version in the server's order of preference. Every other version has
 * the name of client-node's model: `V1HorizontalPodAutoscaler`, `EventsV1Event`, `V1beta1IPAddress`.
 *
 * The groups have the same names as in client-go's factory: the part before the first dot. So `rbac.authorization.k8s.io` is
 * `rbac`.
 *
 * @packageDocumentation
 */
export * from './generated/index.ts';
export type { ModelOf } from './model-of.ts';
