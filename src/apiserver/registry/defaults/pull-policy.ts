import type { Json } from '../../json.ts';

/** `Always` for what is `latest`, named so or not named at all; a digest is never pulled again. */
function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const [name = '', digest] = image.split('@');
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/** The policy of an object that names an image. */
export function withPullPolicy(member: string, image: string): (object: Json) => Json {
  return (object) => {
    const reference = object[image];
    if (object[member] !== undefined) return object;
    return { ...object, [member]: pullPolicyOf(typeof reference === 'string' ? reference : '') };
  };
}
