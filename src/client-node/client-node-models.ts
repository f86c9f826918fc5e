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
  REDACTED,
  type Resource,
} from '../objects/index.ts';

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
   * fields that the model does not have. The result has no part in common with the object, which may be frozen.
   *
   * @param name - the name of the model, such as `V1Pod`
   * @param object - an object of an API server, or the fields of an object to create
   * @throws OptionsError if client-node has no model with this name, for an object of another kind, and if the object does
   *   not have the JSON types of the model: `null`, a list in the place of an object, or a time that is not in the format
   *   of RFC 3339. The error names the field.
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
   * not have. The result has no part in common with the model.
   *
   * @throws OptionsError for a model of another kind, a model that did not come from an API server (without a name, a uid or
   *   a resourceVersion), an invalid `Date`, and a resource for which client-node has no model. The error names the field.
   */
  fromModel<T extends KubeObject, Model extends object>(
    resource: Resource<T>,
    model: Model & IfModelOf<T, Model>,
  ): T;
}

/**
 * Returns the functions that convert objects between JSON, the types of `rx-informer/kinds`, and the models of client-node
 * 1.4 or 2.x. The types check both directions: no cast is necessary.
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

  const toModel: Conversion = {
    modelOf,
    from: 'baseName',
    to: 'name',
    create: (model, fields) => {
      const created = new model();
      for (const [name, value] of fields) define(created, name, value);
      return created;
    },
    time: (value, type, path) => {
      const at = typeof value === 'string' && timePattern.test(value) ? Date.parse(value) : NaN;
      if (Number.isNaN(at)) throw new OptionsError(path, value, 'a time, such as 2030-01-31T12:00:00Z');
      return type === 'Date' || MicroTime === undefined ? new Date(at) : new MicroTime(at);
    },
  };
  const fromModel: Conversion = {
    modelOf,
    from: 'name',
    to: 'baseName',
    create: (_, fields) => Object.fromEntries(fields),
    time: (value, type, path) => {
      if (typeof value === 'string') return value; // client-node leaves some times of a response as strings
      if (!isDate(value)) throw new OptionsError(path, value, 'a Date');
      if (Number.isNaN(value.getTime())) throw new OptionsError(path, 'an invalid Date', 'a valid Date');
      const text = Date.prototype.toISOString.call(value);
      return type === 'Date' ? text.replace('.000Z', 'Z') : text.replace('Z', '000Z');
    },
  };

  return {
    toModel: (name, object) => {
      if (modelOf(name) === undefined) {
        throw new OptionsError('toModel: name', name, "the name of a model of client-node, such as 'V1Pod'");
      }
      checkArgument('toModel: object', object, anObject);
      const { kind } = object as Fields;
      if (isNonEmptyString(kind) && !name.endsWith(kind)) {
        throw new OptionsError('toModel: object.kind', kind, `the kind of the model ${name}`);
      }
      return convert(toModel, object, name, { path: 'toModel: object', depth: 0 }) as never;
    },
    fromModel: <T extends KubeObject>(resource: Resource<T>, model: object): T => {
      checkKind('fromModel: resource', resource);
      checkArgument('fromModel: model', model, anObject);
      const name = modelNamesOf(resource).find((one) => modelOf(one) !== undefined);
      if (name === undefined) {
        throw new OptionsError(
          'fromModel: resource',
          resource.kind,
          'a kind of which client-node has a model',
        );
      }
      const converted = convert(fromModel, model, name, { path: 'fromModel: model', depth: 0 });
      return checkedObject(resource, converted as Fields) as unknown as T;
    },
  };
}

/** A class of client-node, with the names and the types of its fields. */
interface ModelClass {
  new (): object;
  getAttributeTypeMap(): readonly Attribute[];
}

interface Attribute {
  /** The name of the field in TypeScript. */
  readonly name: string;
  /** The name of the field in JSON. */
  readonly baseName: string;
  /** For example `Date`, `V1PodSpec`, `Array<V1Container>` or `{ [key: string]: string; }`. */
  readonly type: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** One direction of the conversion. */
interface Conversion {
  readonly modelOf: (name: string) => ModelClass | undefined;
  readonly from: 'name' | 'baseName';
  readonly to: 'name' | 'baseName';
  readonly create: (model: ModelClass, fields: readonly (readonly [string, unknown])[]) => object;
  readonly time: (value: unknown, type: string, path: string) => unknown;
}

interface Place {
  /** The path of the value, for error messages. */
  readonly path: string;
  readonly depth: number;
}

/**
 * The maximum number of levels. Without this limit, the conversion of a value with a cycle would never end. No object
 * of Kubernetes has so many levels.
 */
const deepest = 1_000;

/** Converts a value to the other form. A field whose type is not known is copied. `null` stays `null`. */
function convert(to: Conversion, value: unknown, type: string, at: Place): unknown {
  if (value === undefined || value === null) return value;
  if (at.depth > deepest) throw wrongShape(at, `at most ${deepest} levels`);
  if (type === 'Date' || type === 'V1MicroTime') return to.time(value, type, at.path);

  const itemType = /^Array<(.*)>$/.exec(type)?.[1];
  if (itemType !== undefined || (Array.isArray(value) && to.modelOf(type) === undefined)) {
    if (!Array.isArray(value)) throw wrongShape(at, 'a list');
    return value.map((item, index) => convert(to, item, itemType ?? 'any', inside(at, `[${index}]`)));
  }
  const valueType = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
  const model = to.modelOf(type);
  if (valueType === undefined && model === undefined && typeof value !== 'object') return value;
  if (!isRecord(value)) throw wrongShape(at, 'an object');

  const attributes = new Map(model?.getAttributeTypeMap().map((one) => [one[to.from], one]));
  const fields = Object.entries(value).flatMap(([name, member]) => {
    const attribute = attributes.get(name);
    const converted = convert(to, member, attribute?.type ?? valueType ?? 'any', inside(at, `.${name}`));
    return converted === undefined ? [] : [[attribute?.[to.to] ?? name, converted] as const];
  });
  return model === undefined ? Object.fromEntries(fields) : to.create(model, fields);
}

const inside = ({ path, depth }: Place, step: string): Place => ({ path: path + step, depth: depth + 1 });

/** The error does not contain the value, because the value can be a secret. */
const wrongShape = ({ path }: Place, allowed: string): OptionsError =>
  new OptionsError(path, REDACTED, allowed);

/** Checks the converted object of an API server, and adds its `apiVersion` and `kind`. */
function checkedObject(resource: Resource, { apiVersion, kind, ...fields }: Fields): Fields {
  const own: Fields = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  for (const [name, given] of Object.entries({ apiVersion, kind })) {
    if (isNonEmptyString(given) && given !== own[name]) {
      throw new OptionsError(`fromModel: model.${name}`, given, `'${String(own[name])}' or absent`);
    }
  }
  const metadata = isRecord(fields['metadata']) ? fields['metadata'] : {};
  for (const name of ['name', 'uid', 'resourceVersion']) {
    if (isNonEmptyString(metadata[name])) continue;
    const allowed = 'a text, as in each object of an API server';
    throw new OptionsError(`fromModel: model.metadata.${name}`, metadata[name], allowed);
  }
  return { ...own, ...fields };
}

/** Client-node puts the group before a name that several groups have: `EventsV1Event`. */
function modelNamesOf({ group, version, kind }: Resource): readonly string[] {
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const name = capital(version) + kind;
  return [name, capital(group === '' ? 'core' : group.replace(/\..*/, '')) + name];
}

const isModelClass = (value: unknown): value is ModelClass =>
  typeof value === 'function' && 'getAttributeTypeMap' in value;

/** `instanceof` would not recognise a Date of another realm, such as a test environment. */
const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]';

const timePattern = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Sets a field. An assignment to `__proto__` would change the prototype. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
