import { type Json, recordAt, recordsAt } from '../../json.ts';
import { tooLarge } from '../../status/refusals.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

interface Bounds {
  readonly limits: Json;
  readonly requests: Json;
}

/**
 * `LimitRanger`: what the limit ranges of its namespace say of containers that say nothing; and a note of it.
 *
 * @throws Refusal 413 for a request that would make a pod of too many values
 */
export function withLimits(pod: Json, { context, namespace, existing, requester }: AdmissionRequest): Json {
  if (existing !== undefined) return pod;
  const ranges = [...objectsOf(context, 'limitranges', namespace)].map(boundsOf);
  if (requester !== undefined) checkProduct(pod, ranges);
  return ranges.reduce(limitedBy, pod);
}

/** Each container gets each default, and a note names both: a small pod could become one of millions of values. */
function checkProduct(pod: Json, ranges: readonly Bounds[]): void {
  const spec = recordAt(pod, 'spec');
  const containers = recordsAt(spec, 'containers').length + recordsAt(spec, 'initContainers').length;
  const defaults = ranges.flatMap(({ limits, requests }) => [
    ...Object.keys(limits),
    ...Object.keys(requests),
  ]);
  const characters = defaults.reduce((sum, name) => sum + name.length, 0);
  if (containers * defaults.length <= mostDefaults && containers * characters <= mostCharacters) return;
  throw tooLarge(
    `the limit ranges of the namespace have ${defaults.length} defaults for each of the pod's ${containers} containers, ` +
      `which are more than ${mostDefaults} together, or more than ${mostCharacters} characters of names; ` +
      'use fewer containers or fewer defaults',
  );
}

/** As many values as an object may have after a patch. */
const mostDefaults = 50_000;

const mostCharacters = 8 * 1_048_576;

function boundsOf(range: Json): Bounds {
  const items = recordsAt(recordAt(range, 'spec'), 'limits').filter(({ type }) => type === 'Container');
  return {
    limits: Object.assign({}, ...items.map((item) => recordAt(item, 'default'))) as Json,
    requests: Object.assign({}, ...items.map((item) => recordAt(item, 'defaultRequest'))) as Json,
  };
}

function limitedBy(pod: Json, bounds: Bounds): Json {
  const notes: string[] = [];
  const spec = recordAt(pod, 'spec');
  const limited = (list: string, word: string): Json =>
    spec[list] === undefined
      ? {}
      : { [list]: recordsAt(spec, list).map((container) => withBounds(container, bounds, word, notes)) };
  const next = {
    ...spec,
    ...limited('containers', 'container'),
    ...limited('initContainers', 'init container'),
  };
  if (notes.length === 0) return pod;
  const metadata = recordAt(pod, 'metadata');
  const note = { 'kubernetes.io/limit-ranger': `LimitRanger plugin set: ${notes.join('; ')}` };
  return {
    ...pod,
    metadata: { ...metadata, annotations: { ...recordAt(metadata, 'annotations'), ...note } },
    spec: next,
  };
}

function withBounds(container: Json, { limits, requests }: Bounds, word: string, notes: string[]): Json {
  const resources = recordAt(container, 'resources');
  const filled = (name: 'limits' | 'requests', bounds: Json, noun: string): Json => {
    const given = recordAt(resources, name);
    const missing = Object.keys(bounds).filter((one) => given[one] === undefined);
    if (missing.length === 0) return {};
    notes.push(`${missing.sort().join(', ')} ${noun} for ${word} ${String(container['name'])}`);
    return { [name]: { ...bounds, ...given } };
  };
  const asked = filled('requests', requests, 'request');
  return { ...container, resources: { ...resources, ...asked, ...filled('limits', limits, 'limit') } };
}
