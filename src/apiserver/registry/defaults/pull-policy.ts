import type { Json } from '../../json.ts';

/**
 * Returns the default pull policy of an image. The result is `Always` for an image with the tag `latest`. The result is
 * also `Always` for an image that has neither a tag nor a digest. For any other image, the result is `IfNotPresent`.
 */
function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const [name = '', digest] = image.split('@');
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/**
 * Returns a function that sets the default pull policy in an object.
 *
 * @param member - the member that contains the pull policy
 * @param image - the member that contains the image
 */
export function withPullPolicy(member: string, image: string): (object: Json) => Json {
  return (object) => {
    const reference = object[image];
    if (object[member] !== undefined) return object;
    return { ...object, [member]: pullPolicyOf(typeof reference === 'string' ? reference : '') };
  };
}
