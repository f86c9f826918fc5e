import { OptionsError } from '../../objects/index.ts';
import type { Resource } from './resource.ts';

/** The resources that the server serves. */
export class Catalog {
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();

  /** @throws OptionsError when there is one of this name already */
  add(resource: Resource): void {
    const path = `${resource.apiVersion}/${resource.resource}`;
    if (this.#byPath.has(path))
      throw new OptionsError('createApiServer: resources', path, 'each resource once');
    this.#byPath.set(path, resource);
    this.#byKind.set(`${resource.apiVersion}/${resource.kind}`, resource);
  }

  get all(): readonly Resource[] {
    return [...this.#byPath.values()];
  }

  /** Those that all others live in. */
  get namespaces(): Resource {
    return this.#coreResource('namespaces');
  }

  get pods(): Resource {
    return this.#coreResource('pods');
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#byPath.get(`${group === '' ? version : `${group}/${version}`}/${resource}`);
  }

  findKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion}/${kind}`);
  }

  #coreResource(name: string): Resource {
    const found = this.find('', 'v1', name);
    if (found === undefined) throw new Error(`the catalog has no ${name}`);
    return found;
  }
}
