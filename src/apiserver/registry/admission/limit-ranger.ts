import { type Json, recordAt, recordsAt } from '../../json.ts';
import { tooLarge } from '../../status/refusals.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

interface Bounds {
  readonly limits: Json;
  readonly requests: Json;
}

/**
 * The admission plugin `LimitRanger`: sets missing requests and limits in the containers of a new pod. The values are
 * the defaults of the limit ranges in the namespace. An annotation of the pod lists the added values.
 *
 * @throws Refusal 413 for a request that would create a pod with too many values
 */
export function withLimits(pod: Json, { context, namespace, existing, requester }: AdmissionRequest): Json {
  if (existing !== undefined) return pod;
  const spec = recordAt(pod, 'spec');
  const containers = recordsAt(spec, 'containers').length + recordsAt(spec, 'initContainers').length;
  if (containers === 0) return pod;
  const ranges: Bounds[] = [];
  const defaults = { count: 0, characters: 0 };
  for (const range of objectsOf(context, 'limitranges', namespace)) {
    const bounds = boundsOf(range);
    ranges.push(bounds);
    for (const name of namesIn(bounds)) {
      defaults.count++;
      defaults.characters += name.length;
    }
    // The check runs after each limit range, because all limit ranges of a namespace together may have millions of
    // defaults.
    if (requester !== undefined) checkProduct(containers, defaults);
  }
  return limitedBy(pod, ranges);
}

const namesIn = ({ limits, requests }: Bounds): readonly string[] => [
  ...Object.keys(limits),
  ...Object.keys(requests),
];

/**
 * Limits the number of defaults for one pod. The plugin adds each default to each container, and the annotation
 * contains one text for each added default. So a small pod could become a pod with millions of values.
 */
function checkProduct(
  containers: number,
  { count, characters }: { readonly count: number; readonly characters: number },
): void {
  if (containers * count <= maxDefaults && containers * characters <= maxCharacters) return;
  throw tooLarge(
    `the limit ranges of the namespace have at least ${count} defaults for each of the pod's ${containers} containers, ` +
      `which are more than ${maxDefaults} together, or more than ${maxCharacters} characters of names; ` +
      'use fewer containers or fewer defaults',
  );
}

/**
 * The maximum number of defaults that are added to one pod. The value is equal to the maximum number of values in an
 * object.
 */
const maxDefaults = 50_000;

const maxCharacters = 8 * 1_048_576;

function boundsOf(range: Json): Bounds {
  const items = recordsAt(recordAt(range, 'spec'), 'limits').filter(({ type }) => type === 'Container');
  return {
    limits: Object.assign({}, ...items.map((item) => recordAt(item, 'default'))) as Json,
    requests: Object.assign({}, ...items.map((item) => recordAt(item, 'defaultRequest'))) as Json,
  };
}

/** Texts for the annotation of a pod. Each text describes defaults that one limit range has added to a container. */
type Notes = string[];

function limitedBy(pod: Json, ranges: readonly Bounds[]): Json {
  const notes: readonly Notes[] = ranges.map(() => []);
  const spec = recordAt(pod, 'spec');
  const limited = (list: string, word: string): Json =>
    spec[list] === undefined
      ? {}
      : { [list]: recordsAt(spec, list).map((container) => withBounds(container, ranges, word, notes)) };
  const next = {
    ...spec,
    ...limited('containers', 'container'),
    ...limited('initContainers', 'init container'),
  };
  // If several limit ranges add defaults, the annotation contains only the texts of the last limit range, as in the
  // kube-apiserver.
  const last = notes.findLast(({ length }) => length > 0);
  if (last === undefined) return pod;
  const metadata = recordAt(pod, 'metadata');
  const note = { 'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${last.join('; ')}` };
  return {
    ...pod,
    metadata: { ...metadata, annotations: { ...recordAt(metadata, 'annotations'), ...note } },
    spec: next,
  };
}

function withBounds(container: Json, ranges: readonly Bounds[], word: string, notes: readonly Notes[]): Json {
  const resources = recordAt(container, 'resources');
  const requests = new Quantities(resources, 'requests');
  const limits = new Quantities(resources, 'limits');
  const of = `${word} ${String(container['name'])}`;
  for (const [at, range] of ranges.entries()) {
    notes[at]?.push(
      ...requests.add(range.requests).map((names) => `${names} request for ${of}`),
      ...limits.add(range.limits).map((names) => `${names} limit for ${of}`),
    );
  }
  return { ...container, resources: { ...resources, ...requests.member, ...limits.member } };
}

/**
 * The requests or the limits of a container, and the defaults that limit ranges add. If several limit ranges have a
 * default for a resource, the first limit range counts. All defaults are merged once at the end, because a merge for
 * each limit range would copy the same values again and again.
 */
class Quantities {
  readonly #name: keyof Bounds;
  readonly #given: Json;
  readonly #names: Set<string>;
  readonly #added: Json[] = [];

  constructor(resources: Json, name: keyof Bounds) {
    this.#name = name;
    this.#given = recordAt(resources, name);
    this.#names = new Set(Object.keys(this.#given));
  }

  /**
   * Adds the defaults of one limit range for the resources that have no value yet. Returns an array with one text that
   * names these resources. Returns an empty array if all resources have a value.
   */
  add(bounds: Json): readonly string[] {
    const missing = Object.keys(bounds).filter((name) => !this.#names.has(name));
    if (missing.length === 0) return [];
    for (const name of missing) this.#names.add(name);
    this.#added.push(bounds);
    return [missing.sort().join(', ')];
  }

  /**
   * The member `requests` or `limits` with the added defaults. The value is an empty object if no default was added.
   */
  get member(): Json {
    if (this.#added.length === 0) return {};
    const all: Record<string, unknown> = {};
    for (const bounds of this.#added.toReversed()) Object.assign(all, bounds);
    return { [this.#name]: { ...all, ...this.#given } };
  }
}
