/**
 * Entry point `rx-informer/kinds`: constants for the built-in collections of Kubernetes 1.36 that can be
 * listed and watched, such as `core.v1.pods`. Each constant also has the type of the objects. At run time the
 * constants are small, and also work in a browser. A bundler removes the groups that a program does not use.
 *
 * The types, such as `Pod`, `PodSpec` and `Container`, are the OpenAPI schemas of the API server, with its descriptions. The
 * types describe the JSON of the server, and need no other package:
 *
 * - All fields and lists are read-only.
 * - A time is a string in the format of RFC 3339. A quantity is a string, because the server writes each quantity as a
 *   string. A field that accepts a number or a name, such as `targetPort`, is `number | string`.
 * - A field with a fixed list of values is a union of these values. A newer server can send other values, so a `switch` over
 *   such a field needs a `default`.
 * - The metadata of an object has a name, a uid and a resourceVersion. The metadata of a template is the type `ObjectMeta` of
 *   this entry point, in which all fields are optional.
 *
 * The short name of a kind (`Pod`, `HorizontalPodAutoscaler`) is the type of the first stable version of the kind, in the
 * order in which the API server prefers versions. Every other version has its version, and if necessary its group, before the
 * name: `V1HorizontalPodAutoscaler`, `EventsV1Event`, `V1beta1IPAddress`. The other types have names of the same form:
 * `EndpointPort` and `DiscoveryV1EndpointPort`.
 *
 * The groups have the same names as in client-go's factory: the part before the first dot. So `rbac.authorization.k8s.io` is
 * `rbac`.
 *
 * `clientNodeModels` of `rx-informer/client-node` converts the objects to the models of `@kubernetes/client-node` and back.
 *
 * @packageDocumentation
 */
export type { Embedded } from './embedded.ts';
export * from './generated/index.ts';
