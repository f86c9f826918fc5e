import type { Cluster } from '../../kube/kube.mjs';
import { ask } from './ask.ts';

/** The members of a response with the format `apidiscovery.k8s.io/v2` that the generator reads. */
interface Aggregated {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly { readonly version: string; readonly resources: readonly Row[] }[];
  }[];
}

interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Row {
  readonly resource: string;
  readonly responseKind: ResponseKind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind: ResponseKind;
    readonly verbs: readonly string[];
  }[];
}

/** One row of the generated table of kinds. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly object[];
}

const form = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Returns all kinds that a server serves by default. Keeps the server's order of groups and versions. */
export async function discoveredKinds(cluster: Cluster): Promise<Kind[]> {
  const documents = [await ask(cluster, '/api', form), await ask(cluster, '/apis', form)] as Aggregated[];
  return documents.flatMap(({ items }) =>
    items.flatMap(({ metadata: { name: group = '' }, versions }) =>
      versions.flatMap(({ version, resources }) => resources.map((row) => kindOf(group, version, row))),
    ),
  );
}

function kindOf(group: string, version: string, row: Row): Kind {
  const { resource, responseKind, scope, singularResource, verbs, shortNames, categories } = row;
  const subresources = row.subresources?.map(({ subresource, responseKind: shown, verbs }) => ({
    name: subresource,
    kind: shown.kind,
    // The server omits the version if the kind is in the core group.
    ...(shown.version === '' || (shown.group === group && shown.version === version)
      ? {}
      : { group: shown.group, version: shown.version }),
    verbs,
  }));
  return {
    group,
    version,
    resource,
    kind: responseKind.kind,
    singular: singularResource,
    namespaced: scope === 'Namespaced',
    verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(subresources && { subresources }),
  };
}
