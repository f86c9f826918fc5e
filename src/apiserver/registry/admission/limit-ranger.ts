import { type Json, recordAt, recordsAt } from '../../json.ts';
import { type AdmissionRequest, objectsOf } from './admission.ts';

interface Bounds {
  readonly limits: Json;
  readonly requests: Json;
}

/** `LimitRanger`: what the limit ranges of its namespace say of containers that say nothing; and a note of it. */
export function withLimits(pod: Json, { context, namespace, existing }: AdmissionRequest): Json {
  if (existing !== undefined) return pod;
  let current = pod;
  for (const range of objectsOf(context, 'limitranges', namespace))
    current = limitedBy(current, boundsOf(range));
  return current;
}

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
