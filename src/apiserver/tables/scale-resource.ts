import type { Resource } from '../resources/resource.ts';

const scales = new WeakMap<Resource, Resource>();

/**
 * Returns the resource that describes the `/scale` of another resource. `kubectl get --subresource=scale` shows the
 * columns of this resource.
 */
export function scaleResource(of: Resource): Resource {
  const known = scales.get(of);
  if (known !== undefined) return known;
  const scale: Resource = {
    ...of,
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    builtIn: false,
    read: (object) => object,
    printerColumns: [
      { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' },
      { name: 'Available', type: 'integer', jsonPath: '.status.replicas' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
  };
  scales.set(of, scale);
  return scale;
}
