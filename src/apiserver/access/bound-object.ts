import type { Json, StoredObject } from '../json.ts';
import { recordAt } from '../json.ts';
import { find, type RegistryContext } from '../registry/context.ts';
import { badRequest, conflict, notFound } from '../status/refusals.ts';
import type { Storage } from '../storage/storage.ts';

/** The object that a token is bound to. The token is valid only as long as the bound object exists. */
export interface BoundObject {
  /**
   * The kind of the bound object. The token has a claim with the same name, and this claim describes the bound
   * object.
   */
  readonly kind: 'pod' | 'secret' | 'node';
  readonly name: string;
  readonly uid: string;
}

const resources = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const;

/**
 * Returns the object that a token request refers to. The function finds the object in the same way as kube-apiserver.
 *
 * @throws Refusal 400 if the kind is not Pod, Secret or Node, or if a pod has another service account
 * @throws Refusal 404 if the object does not exist
 * @throws Refusal 409 if the uid of the object differs from the uid in the reference
 */
export function boundObject(context: RegistryContext, account: StoredObject, reference: Json): BoundObject {
  const { apiVersion = '', kind: given = '', name = '', uid = '' } = reference;
  const kind = kindOf(apiVersion, given);
  const resource = kind && context.catalog.find('', 'v1', resources[kind]);
  if (kind === undefined || resource === undefined) {
    const [first, second] = String(apiVersion).split('/');
    const [group, version] = second === undefined ? ['', first] : [first, second];
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${String(given)}`);
  }
  const { name: accountName, namespace = '' } = account.metadata;
  const place = { namespace: resource.namespaced ? namespace : '', name: String(name) };
  const object = find(context, resource, place);
  if (object === undefined) throw notFound(resource, place.name);
  if (kind === 'pod' && recordAt(object, 'spec')['serviceAccountName'] !== accountName) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(accountName)} to pod running with different serviceaccount name.`,
    );
  }
  if (uid !== '' && uid !== object.metadata.uid) {
    const why = `the UID in the bound object reference (${String(uid)}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: '', resource: String(given) }, place.name, why);
  }
  return { kind, name: place.name, uid: object.metadata.uid };
}

function kindOf(apiVersion: unknown, kind: unknown): BoundObject['kind'] | undefined {
  if (apiVersion !== 'v1' && apiVersion !== '') return undefined;
  return kind === 'Pod' ? 'pod' : kind === 'Secret' ? 'secret' : kind === 'Node' ? 'node' : undefined;
}

/** Returns `true` if the object in the claims of a token still exists, or if the claims name no object. */
export function isBoundObjectThere(storage: Storage, namespace: string, claims: Json): boolean {
  return (Object.keys(resources) as BoundObject['kind'][]).every((kind) => {
    if (claims[kind] === undefined) return true;
    const { name, uid } = recordAt(claims, kind);
    const key = kind === 'node' ? String(name) : `${namespace}/${String(name)}`;
    return storage.collection(resources[kind]).get(key)?.metadata.uid === uid;
  });
}
