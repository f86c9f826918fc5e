import { isRecord, OptionsError, REDACTED } from '../objects/index.ts';

/** A class of client-node, with the names and the types of its fields. */
export interface ModelClass {
  new (): object;
  getAttributeTypeMap(): readonly Attribute[];
}

interface Attribute {
  /** The name of the field in TypeScript. */
  readonly name: string;
  /** The name of the field in JSON. */
  readonly baseName: string;
  /** For example `string`, `Date`, `V1PodSpec`, `Array<V1Container>` or `{ [key: string]: string; }`. */
  readonly type: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** One direction of the conversion. */
export interface Conversion {
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

/** Returns the conversion from JSON to models. */
export function conversionToModels(modelOf: Conversion['modelOf'], MicroTime?: typeof Date): Conversion {
  return {
    modelOf,
    from: 'baseName',
    to: 'name',
    create: (model, fields) => {
      const created = new model();
      for (const [name, value] of fields) define(created, name, value);
      return created;
    },
    time: (value, type, path) => {
      const at = timeIn(value);
      if (at === undefined) throw new OptionsError(path, value, aTime);
      return type === 'Date' || MicroTime === undefined ? new Date(at) : new MicroTime(at);
    },
  };
}

/** Returns the conversion from models to JSON. */
export function conversionFromModels(modelOf: Conversion['modelOf'], MicroTime?: typeof Date): Conversion {
  return {
    modelOf,
    from: 'name',
    to: 'baseName',
    create: (_, fields) => Object.fromEntries(fields),
    time: (value, type, path) => {
      if (typeof value === 'string') {
        // client-node does not convert each time of an answer
        if (timeIn(value) === undefined) throw new OptionsError(path, value, aTime);
        return value;
      }
      if (!isDate(value)) throw new OptionsError(path, value, 'a Date');
      const at = Date.prototype.getTime.call(value);
      if (Number.isNaN(at)) throw new OptionsError(path, 'an invalid Date', 'a valid Date');
      const text = new Date(at).toISOString();
      if (!hasFourDigitYear(at)) throw new OptionsError(path, text, 'a Date in the years 0000 to 9999');
      const isMicroTime =
        type === 'V1MicroTime' || (type !== 'Date' && MicroTime !== undefined && value instanceof MicroTime);
      return isMicroTime ? text.replace('Z', '000Z') : text.replace('.000Z', 'Z');
    },
  };
}

/** Converts all fields of an object. `path` is the name of the object in error messages. */
export const convertObject = (to: Conversion, value: object, type: string, path: string): object =>
  convert(to, value, type, { path, depth: 0 }) as object;

/** A cycle would never end. No object of Kubernetes has as many levels. */
const deepest = 1_000;

const scalars: ReadonlyMap<string, readonly [types: readonly string[], allowed: string]> = new Map([
  ['string', [['string'], 'a string']],
  ['number', [['number'], 'a number']],
  ['boolean', [['boolean'], 'true or false']],
  ['IntOrString', [['number', 'string'], 'a number or a string']],
]);

/** Converts a value to the other form. A value without a fixed type is copied. `null` stays `null`. */
function convert(to: Conversion, value: unknown, type: string, at: Place): unknown {
  if (value === undefined || value === null) return value;
  if (at.depth > deepest) throw wrongShape(at, `at most ${deepest} levels`);
  const scalar = scalars.get(type);
  if (scalar !== undefined) {
    const [types, allowed] = scalar;
    if (!types.includes(typeof value)) throw wrongShape(at, allowed);
    return value;
  }
  if (type === 'Date' || type === 'V1MicroTime') return to.time(value, type, at.path);
  const itemType = /^Array<(.*)>$/.exec(type)?.[1];
  if (itemType !== undefined) return convertList(to, value, itemType, at);
  const valueType = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
  if (valueType !== undefined) return convertFields(to, value, { valueType }, at);
  const model = to.modelOf(type);
  if (model !== undefined) return convertFields(to, value, { model }, at);

  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return convertList(to, value, 'any', at);
  if (isDate(value)) return to.time(value, type, at.path);
  return convertFields(to, value, { model: to.from === 'name' ? modelClassOf(value) : undefined }, at);
}

function convertList(to: Conversion, value: unknown, itemType: string, at: Place): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongShape(at, 'a list');
  return value.map((item, index) => convert(to, item, itemType, inside(at, `[${index}]`)));
}

function convertFields(
  to: Conversion,
  value: unknown,
  {
    model,
    valueType = 'any',
  }: { readonly model?: ModelClass | undefined; readonly valueType?: string | undefined },
  at: Place,
): object {
  if (!isRecord(value)) throw wrongShape(at, 'an object');
  if (!isPlain(value) && !isOfClientNode(classOf(value))) {
    throw wrongShape(at, 'a plain object or a model of client-node');
  }
  const attributes = model?.getAttributeTypeMap();
  const fields = Object.entries(value).flatMap(([name, member]) => {
    const attribute = attributes?.find((one) => one[to.from] === name);
    const converted = convert(to, member, attribute?.type ?? valueType, inside(at, `.${name}`));
    return converted === undefined ? [] : [[attribute?.[to.to] ?? name, converted] as const];
  });
  return model === undefined ? Object.fromEntries(fields) : to.create(model, fields);
}

const inside = ({ path, depth }: Place, step: string): Place => ({ path: path + step, depth: depth + 1 });

/** The error does not contain the value, because the value can be a secret. */
const wrongShape = ({ path }: Place, allowed: string): OptionsError =>
  new OptionsError(path, REDACTED, allowed);

export const isModelClass = (value: unknown): value is ModelClass =>
  typeof value === 'function' && 'getAttributeTypeMap' in value;

/** Returns the class of a model. The class can come from another copy of client-node. */
export function modelClassOf(value: object): ModelClass | undefined {
  const found = classOf(value);
  return isModelClass(found) ? found : undefined;
}

/** `KubernetesObjectApi` creates objects of a class that client-node does not export. The class has an `attributeTypeMap`. */
const isOfClientNode = (found: unknown): boolean =>
  isModelClass(found) || (typeof found === 'function' && 'attributeTypeMap' in found);

/** An object can have a field with the name `constructor`. */
const classOf = (value: object): unknown =>
  (Object.getPrototypeOf(value) as { readonly constructor?: unknown } | null)?.constructor;

/** Each realm, such as a test environment, has its own `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
  );
}

/** `instanceof` does not recognise a Date of another realm. Any object can have the tag `Date`. */
function isDate(value: unknown): value is Date {
  try {
    Date.prototype.getTime.call(value as Date);
    return true;
  } catch {
    return false;
  }
}

const aTime = 'a time, such as 2030-01-31T12:00:00Z';

const timePattern =
  /^(\d{4}-\d\d-\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Returns the milliseconds of a text in the format of RFC 3339, or undefined for another value. */
function timeIn(value: unknown): number | undefined {
  const day = typeof value === 'string' ? timePattern.exec(value)?.[1] : undefined;
  if (typeof value !== 'string' || day === undefined || !isInCalendar(day)) return undefined;
  const at = Date.parse(value.toUpperCase());
  return hasFourDigitYear(at) ? at : undefined;
}

/** `Date.parse` accepts 30 February, and returns a day of March. */
function isInCalendar(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

const firstTime = Date.parse('0000-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

const hasFourDigitYear = (at: number): boolean => at >= firstTime && at <= lastTime;

/** Sets a field. An assignment to `__proto__` would change the prototype. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
