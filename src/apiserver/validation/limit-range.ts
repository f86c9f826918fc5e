import { isRecord } from '../../objects/index.ts';
import { qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { billionthsOf } from '../schema/quantity.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, distinct, every, forbidden, items, members, optional, text } from './check.ts';
import { containerResourceName, isOvercommitAllowed, resourceName } from './resource-names.ts';

const types = ['Pod', 'Container', 'PersistentVolumeClaim'];

const type: Check = text((given) => {
  const problems = qualifiedNameProblems(given);
  return problems.length > 0 || given.includes('/') || types.includes(given)
    ? problems
    : ['must be a standard limit type or fully qualified'];
});

const sides = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type Side = (typeof sides)[number];

/**
 * The pairs of values that the check of a limit range compares. The value of `high` may not be less than the value of
 * `low`. `named` is the member in the path of the error, as in the kube-apiserver.
 */
const order: readonly (readonly [high: Side, low: Side, named: Side])[] = [
  ['max', 'min', 'min'],
  ['defaultRequest', 'min', 'defaultRequest'],
  ['max', 'defaultRequest', 'defaultRequest'],
  ['default', 'defaultRequest', 'defaultRequest'],
  ['default', 'min', 'default'],
  ['max', 'default', 'default'],
];

const one = 1_000_000_000n;

/** Compares the values for one resource in an item of a limit range, such as `min` and `max` for `cpu`. */
function limitErrors(
  name: string,
  limits: Readonly<Partial<Record<Side, bigint>>>,
  path: string,
): readonly FieldError[] {
  const at = (side: Side): string => `${path}.${side}[${name}]`;
  const { max, min, default: limit, defaultRequest: request, maxLimitRequestRatio: ratio } = limits;
  const isRatioTooLarge =
    ratio !== undefined && min !== undefined && max !== undefined && ratio * min > max * one;
  return [
    ...order.flatMap(([high, low, named]) => {
      const [most, least] = [limits[high], limits[low]];
      return most !== undefined && least !== undefined && least > most
        ? [fieldInvalid(at(named), name, `${low} value is greater than ${high} value`)]
        : [];
    }),
    ...(ratio !== undefined && ratio < one
      ? [fieldInvalid(at('maxLimitRequestRatio'), name, 'ratio is less than 1')]
      : []),
    ...(isRatioTooLarge
      ? [fieldInvalid(at('maxLimitRequestRatio'), name, 'ratio is greater than max/min')]
      : []),
    ...(limit !== undefined && request !== undefined && limit !== request && !isOvercommitAllowed(name)
      ? [fieldInvalid(at('defaultRequest'), name, 'default value must equal to defaultRequest value')]
      : []),
  ];
}

const ofPods = members({
  default: optional(forbidden("may not be specified when `type` is 'Pod'")),
  defaultRequest: optional(forbidden("may not be specified when `type` is 'Pod'")),
});

const item: Check = (value, path) => {
  const limit = isRecord(value) ? value : {};
  const isOfPods = limit['type'] === 'Pod';
  const named = isOfPods || limit['type'] === 'Container' ? containerResourceName : resourceName;
  const compared = sides.filter((side) => !isOfPods || !side.startsWith('default'));
  const of = (side: Side): Readonly<Record<string, unknown>> => (isRecord(limit[side]) ? limit[side] : {});
  const names = new Set(compared.flatMap((side) => Object.keys(of(side))));
  const isUnbounded = of('max')['storage'] === undefined && of('min')['storage'] === undefined;
  return [
    ...type(limit['type'], `${path}.type`),
    ...(isOfPods ? ofPods(limit, path) : []),
    ...compared.flatMap((side) =>
      Object.keys(of(side)).flatMap((name) => named(name, `${path}.${side}[${name}]`)),
    ),
    ...(limit['type'] === 'PersistentVolumeClaim' && isUnbounded
      ? [fieldRequired(`${path}.limits`, 'either minimum or maximum storage value is required')]
      : []),
    ...[...names].flatMap((name) => {
      const given = compared.map((side) => [side, billionthsOf(of(side)[name])] as const);
      return limitErrors(name, Object.fromEntries(given.filter(([, amount]) => amount !== undefined)), path);
    }),
  ];
};

/** Checks the spec of a limit range (`ValidateLimitRange`). */
export const limitRangeSpec: Check = members({ limits: every(items(item), distinct('type')) });
