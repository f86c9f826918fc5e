import {
  anObject,
  apiVersionOf,
  checkArgument,
  checkKind,
  isNonEmptyString,
  isRecord,
  type JsonValue,
  type KubeObject,
  OptionsError,
  type Resource,
} from '../objects/index.ts';
import {
  conversionFromModels,
  conversionToModels,
  convertObject,
  type Fields,
  isModelClass,
  type ModelClass,
  modelClassOf,
} from './model-conversion.ts';

/** The model that `@kubernetes/client-node` exports under a name, such as `V1Pod`. */
export type ClientNodeModel<Module, Name extends keyof Module> = Module[Name] extends {
  new (): infer Model;
  readonly getAttributeTypeMap: unknown;
}
  ? Model
  : never;

/**
 * The JSON of a model, in which all fields are optional at any depth. An older client-node requires fields that a newer API
 * server does not require.
 */
export type PartialJson<T> = T extends readonly (infer Item)[]
  ? readonly PartialJson<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: PartialJson<T[Name]> }
    : T;

/** The type `unknown` if the JSON of a model has the types of a kind, and otherwise `never`. */
export type IfModelOf<T, Model> = T extends PartialJson<JsonValue<Model>> ? unknown : never;

/** Converts objects between JSON and the models of `@kubernetes/client-node`. */
export interface ClientNodeModels<Module> {
  /**
   * Converts an object to a model of client-node. Times become a `Date`, and `from` becomes `_from`. The function keeps the
   * fields that the model does not have, and `null`, which an API server sends for a time that is not set. The result has
   * no part in common with the object, which may be frozen.
   *
   * @param name - the name of the model, such as `V1Pod`
   * @param object - an object of an API server, or the fields of an object to create
   * @throws OptionsError if client-node has no model with this name, for an object of another kind or `apiVersion`, and if
   *   a field does not have the JSON type of the model: for example, a list instead of an object, or a time that is not in
   *   the format of RFC 3339. The error names the field.
   */
  toModel<Name extends keyof Module & string>(
    name: Name,
    object:
      | JsonValue<ClientNodeModel<Module, Name>>
      | (KubeObject & PartialJson<JsonValue<ClientNodeModel<Module, Name>>>),
  ): ClientNodeModel<Module, Name>;

  /**
   * Converts a model of client-node to an object of a kind. Each `Date` becomes a text in the format of the API server, and
   * `_from` becomes `from`. The function adds the `apiVersion` and the `kind` of the resource, which the items of a list do
   * not have. The function keeps `null`. The result has no part in common with the model.
   *
   * TypeScript compares the fields of the kind and of the model. TypeScript cannot distinguish kinds that have the same
   * fields; for these, the function compares the classes.
   *
   * @throws OptionsError for a model of another kind, a model that did not come from an API server (without a name, a uid or
   *   a resourceVersion), a field with a wrong type, a `Date` that is invalid or not in the years 0000 to 9999, an object
   *   that is neither a plain object nor a model (such as a `Map`), and a resource for which client-node has no model, such
   *   as a custom resource. The error names the field.
   */
  fromModel<T extends KubeObject, Model extends object>(
    resource: Resource<T>,
    model: Model & IfModelOf<T, Model>,
  ): T;
}

/**
 * Returns the functions that convert objects between JSON, the types of `rx-informer/kinds`, and the models of client-node
 * 1.4 or 2.x. No cast is necessary. TypeScript compares the fields of the kind and of the model, and not their names: it
 * cannot distinguish kinds that have the same fields, such as a ConfigMap and a Secret.
 *
 * @param module - all exports of client-node: `import * as clientNode from '@kubernetes/client-node'`
 * @throws OptionsError if the argument does not contain the models
 *
 * @example
 * ```ts
 * import * as clientNode from '@kubernetes/client-node';
 *
 * const models = clientNodeModels(clientNode);
 * const api = new clientNode.KubeConfig().makeApiClient(clientNode.AppsV1Api);
 * const body = models.toModel('V1Deployment', deployment);
 * const answer = await api.replaceNamespacedDeployment({ name: 'web', namespace: 'shop', body });
 * const replaced: Deployment = models.fromModel(apps.v1.deployments, answer);
 * ```
 */
export function clientNodeModels<Module extends object>(module: Module): ClientNodeModels<Module> {
  checkArgument('clientNodeModels: module', module, anObject);
  const classes = module as Readonly<Record<string, unknown>>;
  if (!isModelClass(classes['V1Pod'])) {
    throw new OptionsError(
      'clientNodeModels: module',
      module,
      "all exports of client-node: import * as clientNode from '@kubernetes/client-node'",
    );
  }
  const modelOf = (name: string): ModelClass | undefined => {
    const found = Object.hasOwn(classes, name) ? classes[name] : undefined;
    return isModelClass(found) ? found : undefined;
  };
  const MicroTime = classes['V1MicroTime'] as typeof Date | undefined;
  const toModels = conversionToModels(modelOf, MicroTime);
  const fromModels = conversionFromModels(modelOf, MicroTime);

  return {
    toModel: (name, object) => {
      const model = modelOf(name);
      if (model === undefined) {
        throw new OptionsError('toModel: name', name, "the name of a model of client-node, such as 'V1Pod'");
      }
      checkArgument('toModel: object', object, anObject);
      const fields = object as Fields;
      checkKindOfObject(name, model, fields);
      return convertObject(toModels, fields, name, 'toModel: object') as never;
    },
    fromModel: <T extends KubeObject>(resource: Resource<T>, model: object): T => {
      checkKind('fromModel: resource', resource);
      checkArgument('fromModel: model', model, anObject);
      const name = modelNamesOf(resource).find((one) => modelOf(one) !== undefined);
      const expected = name === undefined ? undefined : modelOf(name);
      if (name === undefined || expected === undefined) {
        throw new OptionsError(
          'fromModel: resource',
          resource.kind,
          'a kind of which client-node has a model',
        );
      }
      const own: Fields = { apiVersion: apiVersionOf(resource), kind: resource.kind };
      checkKindOfModel(own, model as Fields);
      checkClass(name, expected, model);
      const {
        apiVersion: _,
        kind: __,
        ...fields
      } = convertObject(fromModels, model, name, 'fromModel: model') as Fields;
      checkMetadata(fields);
      return { ...own, ...fields } as unknown as T;
    },
  };
}

/**
 * Checks the `apiVersion` and the `kind` of an object. A model without metadata is not checked, because it can contain the
 * kind of another object: `V1OwnerReference`.
 */
function checkKindOfObject(name: string, model: ModelClass, { apiVersion, kind }: Fields): void {
  const fields = model.getAttributeTypeMap().map(({ baseName }) => baseName);
  if (!fields.includes('kind') || !fields.includes('metadata')) return;
  const kindOfModel = name.replace(/^.*?V\d+(?:(?:alpha|beta)\d+)?/, '');
  if (isNonEmptyString(kind) && kind !== kindOfModel) {
    throw new OptionsError('toModel: object.kind', kind, `the kind of the model ${name}`);
  }
  if (!isNonEmptyString(apiVersion)) return;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  if (!modelNamesOf({ group, version, kind: kindOfModel }).includes(name)) {
    throw new OptionsError('toModel: object.apiVersion', apiVersion, `the apiVersion of the model ${name}`);
  }
}

function checkKindOfModel(own: Fields, { apiVersion, kind }: Fields): void {
  for (const [name, given] of Object.entries({ apiVersion, kind })) {
    if (isNonEmptyString(given) && given !== own[name]) {
      throw new OptionsError(`fromModel: model.${name}`, given, `'${String(own[name])}' or absent`);
    }
  }
}

/** Compares the class also by its name, because the model can come from another copy of client-node. */
function checkClass(name: string, expected: ModelClass, model: object): void {
  const given = modelClassOf(model);
  if (given === undefined || given.name === name || model instanceof expected) return;
  const allowed = `an instance of ${name} or a plain object`;
  throw new OptionsError('fromModel: model', `an instance of ${given.name}`, allowed);
}

function checkMetadata(fields: Fields): void {
  const metadata = isRecord(fields['metadata']) ? fields['metadata'] : {};
  for (const name of ['name', 'uid', 'resourceVersion']) {
    if (isNonEmptyString(metadata[name])) continue;
    const allowed = 'a text, as in each object of an API server';
    throw new OptionsError(`fromModel: model.metadata.${name}`, metadata[name], allowed);
  }
}

/**
 * Returns the names that the model of a kind can have. Client-node puts the group before a name that several groups have:
 * `EventsV1Event`. A custom kind has no model, even if its name is the name of a built-in kind.
 */
function modelNamesOf({
  group,
  version,
  kind,
}: Pick<Resource, 'group' | 'version' | 'kind'>): readonly string[] {
  if (group.includes('.') && !group.endsWith('.k8s.io')) return [];
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const name = capital(version) + kind;
  return [name, capital(group === '' ? 'core' : group.replace(/\..*/, '')) + name];
}
