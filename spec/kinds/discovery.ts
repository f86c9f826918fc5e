import { readFileSync } from 'node:fs';

/** One collection, as a server describes it. */
export interface DiscoveredResource {
  /** The plural name. */
  readonly resource: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Present if they differ from the usual eight. */
  readonly verbs?: readonly string[];
  readonly subresources?: readonly string[];
  /** Present if a server serves it only with `--runtime-config` or a feature gate. */
  readonly onRequest?: true;
}

/** One version of a group, with its collections by name. */
interface DiscoveredVersion {
  readonly version: string;
  readonly resources: readonly DiscoveredResource[];
}

/** One group, with its versions in the server's order of preference. */
interface DiscoveredGroup {
  /** `''` for the core group. */
  readonly group: string;
  readonly versions: readonly DiscoveredVersion[];
}

/** All collections that a server can serve, as in `discovery.json`. */
export interface Discovery {
  /** The server's version. */
  readonly server: string;
  readonly groups: readonly DiscoveredGroup[];
}

/** The used part of an `APIGroupDiscoveryList` (apidiscovery.k8s.io/v2). */
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
 * Condenses the documents of a server that serves all collections, and of a server with its defaults, for
 * `discovery.json`.
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

/** Prints `discovery.json` with one line for each resource, so that a diff between two servers is readable. */
export function format({ server, groups }: Discovery): string {
  const versionText = ({ version, resources }: DiscoveredVersion) =>
    `      { "version": ${JSON.stringify(version)}, "resources": [\n` +
    resources.map((resource) => `        ${JSON.stringify(resource)}`).join(',\n') +
    '\n      ] }';
  const groupText = ({ group, versions }: DiscoveredGroup) =>
    `    { "group": ${JSON.stringify(group)}, "versions": [\n${versions.map(versionText).join(',\n')}\n    ] }`;
  return `{\n  "server": ${JSON.stringify(server)},\n  "groups": [\n${groups.map(groupText).join(',\n')}\n  ]\n}\n`;
}

/** The path of the stored document. */
export const discoveryFile: URL = new URL('generated/discovery.json', import.meta.url);

/** Reads the stored document. */
export function readDiscovery(): Discovery {
  return JSON.parse(readFileSync(discoveryFile, 'utf8')) as Discovery;
}

/** Whether a resource can be listed and watched. */
export function isCollection({ verbs }: DiscoveredResource): boolean {
  return verbs === undefined || (verbs.includes('list') && verbs.includes('watch'));
}
