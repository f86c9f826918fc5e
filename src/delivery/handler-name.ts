import type { ResourceEventHandler } from './resource-event-handler.ts';

/**
 * What a handler is called in an error: its own name, that of its class, or that of the first of its functions which is
 * not named for the method (B170).
 */
export function nameForHandler<T>(handler: ResourceEventHandler<T>): string | undefined {
  if (typeof handler.name === 'string' && handler.name !== '') return handler.name;
  const { constructor } = handler as { readonly constructor?: unknown };
  // By name: an object of another realm has another Object.
  if (typeof constructor === 'function' && constructor.name !== 'Object' && constructor.name !== '') {
    return constructor.name;
  }
  return methods
    .map((method) => ({ method, name: handler[method]?.name ?? '' }))
    .find(({ method, name }) => name !== '' && name !== method)?.name;
}

const methods = ['onAdd', 'onUpdate', 'onDelete'] as const;
