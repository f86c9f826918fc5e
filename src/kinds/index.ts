/**
 * Entry point `rx-informer/kinds`: the built-in collections of Kubernetes 1.36 that can be listed and watched, typed:
 * `core.v1.pods`. At run time small constants, safe in a browser; a group that is not used is shaken out.
 *
 * The types need `@kubernetes/client-node` installed, 1.4 or 2.x; a dev dependency will do. The plain name of a kind
 * (`Pod`, `HorizontalPodAutoscaler`) belongs to the first stable version in the server's order of preference; every other
 * one is named as client-node's model is: `V1HorizontalPodAutoscaler`, `EventsV1Event`, `V1beta1IPAddress`.
 *
 * Groups are named as in client-go's factory, by the part before the first dot: `rbac.authorization.k8s.io` is `rbac`.
 *
 * @packageDocumentation
 */
export * from './generated/index.ts';
export type { ModelOf } from './model-of.ts';
