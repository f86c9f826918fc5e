import { readFileSync } from 'node:fs';

/** A resource as the discovery of a server describes it. */
export interface DiscoveredResource {
  /** The plural name of the resource, for example `pods`. */
  readonly resource: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The verbs of the resource. Absent if the resource has the usual eight verbs. */
  readonly verbs?: readonly string[];
  readonly subresources?: readonly string[];
  /** Present if a server serves the resource only with `--runtime-config` or with a feature gate. */
  readonly onRequest?: true;
}

/** One version of an API group, with its resources. */
interface DiscoveredVersion {
  readonly version: string;
  readonly resources: readonly DiscoveredResource[];
}

/** An API group. Its versions are in the server's order of preference. */
interface DiscoveredGroup {
  /** The name of the group. The name of the core group is empty. */
  readonly group: string;
  readonly versions: readonly DiscoveredVersion[];
}

/** All resources that a server can serve, in the format of `discovery.json`. */
export interface Discovery {
  /** The version of the Kubernetes server. */
  readonly server: string;
  readonly groups: readonly DiscoveredGroup[];
}

/** The members of an `APIGroupDiscoveryList` (apidiscovery.k8s.io/v2) that this code reads. */
export interface DiscoveryDocument {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly {
        readonly resource: string;
        readonly responseKind: { readonly kind: string };
        readonly scope: 'Namespaced' | 'Cluster';
        readonly singularResource: string;
        readonly verbs: readonly string[];
        readonly shortNames?: readonly string[];
        readonly categories?: readonly string[];
        readonly subresources?: readonly { readonly subresource: string }[];
      }[];
    }[];
  }[];
}

const usualVerbs = 'create,delete,deletecollection,get,list,patch,update,watch';

/**
 * Makes the content of `discovery.json` from the documents of two servers. One server serves all resources, and the
 * other server has the default settings.
 */
export function condense(
  server: string,
  all: readonly DiscoveryDocument[],
  defaults: readonly DiscoveryDocument[],
): Discovery {
  const groupsOf = (documents: readonly DiscoveryDocument[]) => documents.flatMap(({ items }) => items);
  const served = new Set(
    groupsOf(defaults).flatMap(({ metadata, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map(({ resource }) => [metadata.name, version, resource].join()),
      ),
    ),
  );

  const groups = groupsOf(all).map(({ metadata, versions }) => ({
    group: metadata.name ?? '',
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources.map(
        ({
          resource,
          responseKind,
          scope,
          singularResource,
          shortNames,
          categories,
          verbs,
          subresources,
        }) => ({
          resource,
          kind: responseKind.kind,
          scope,
          singular: singularResource,
          ...(shortNames && { shortNames }),
          ...(categories && { categories }),
          ...(verbs.join() !== usualVerbs && { verbs }),
          ...(subresources && { subresources: subresources.map(({ subresource }) => subresource) }),
          ...(!served.has([metadata.name, version, resource].join()) && { onRequest: true as const }),
        }),
      ),
    })),
  }));
  return { server, groups };
}

/** Formats `discovery.json` with one line for each resource. A diff between two server versions is then readable. */
export function format({ server, groups }: Discovery): string {
  const versionText = ({ version, resources }: DiscoveredVersion) =>
    `      { "version": ${JSON.stringify(version)}, "resources": [\n` +
    resources.map((resource) => `        ${JSON.stringify(resource)}`).join(',\n') +
    '\n      ] }';
  const groupText = ({ group, versions }: DiscoveredGroup) =>
    `    { "group": ${JSON.stringify(group)}, "versions": [\n${versions.map(versionText).join(',\n')}\n    ] }`;
  return `{\n  "server": ${JSON.stringify(server)},\n  "groups": [\n${groups.map(groupText).join(',\n')}\n  ]\n}\n`;
}

/** The path of `discovery.json`. */
export const discoveryFile: URL = new URL('generated/discovery.json', import.meta.url);

/** Reads `discovery.json`. */
export function readDiscovery(): Discovery {
  return JSON.parse(readFileSync(discoveryFile, 'utf8')) as Discovery;
}

/** Whether the resource supports the verbs `list` and `watch`. */
export function isCollection({ verbs }: DiscoveredResource): boolean {
  return verbs === undefined || (verbs.includes('list') && verbs.includes('watch'));
}
