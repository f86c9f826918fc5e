import type { Json } from '../../json.ts';

/**
 * Returns `Always` if the image has the tag `latest`, or has no tag and no digest. For any other image, returns
 * `IfNotPresent`.
 */
function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const [name = '', digest] = image.split('@');
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/** Returns a function that sets the default pull policy of an object with an image. */
export function withPullPolicy(member: string, image: string): (object: Json) => Json {
  return (object) => {
    const reference = object[image];
    if (object[member] !== undefined) return object;
    return { ...object, [member]: pullPolicyOf(typeof reference === 'string' ? reference : '') };
  };
}
