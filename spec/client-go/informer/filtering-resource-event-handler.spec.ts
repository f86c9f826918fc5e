import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeObject, OptionsError, type ResourceEventHandler } from 'rx-informer';
import { filteringResourceEventHandler } from 'rx-informer/client-go';
import { textOf, thing } from '../../support/things.ts';

const isRed = ({ metadata }: KubeObject): boolean => metadata.labels?.['color'] === 'red';
const [red, redder, blue] = [thing('a@1:red'), thing('a@2:red'), thing('a@3:blue')];

function filtering(): { calls: string[]; handler: ResourceEventHandler<KubeObject> } {
  const calls: string[] = [];
  const handler: ResourceEventHandler<KubeObject> = {
    onAdd: (object, initial) => calls.push(`add ${textOf(object)} ${String(initial)}`),
    onUpdate: (old, object) => calls.push(`update ${textOf(old)} ${textOf(object)}`),
    onDelete: (object, known) => calls.push(`delete ${textOf(object)} ${String(known)}`),
  };
  return { calls, handler: filteringResourceEventHandler({ filterFunc: isRed, handler }) };
}

describe('filteringResourceEventHandler', () => {
  it('should turn an update into an add, an update or a delete by the filter results of both states (B164)', () => {
    const { calls, handler } = filtering();
    handler.onUpdate?.(red, redder);
    handler.onUpdate?.(blue, red);
    handler.onUpdate?.(red, blue);
    handler.onUpdate?.(blue, blue);

    expect(calls).toEqual(['update a@1:red a@2:red', 'add a@1:red false', 'delete a@1:red true']);
  });

  it('should filter adds and deletes by their object, and a tombstone by its last known state (against B165)', () => {
    const { calls, handler } = filtering();
    handler.onAdd?.(red, true);
    handler.onAdd?.(blue, true);
    handler.onDelete?.(red, false);
    handler.onDelete?.(blue, true);

    expect(calls).toEqual(['add a@1:red true', 'delete a@1:red false']);
  });

  it('should skip methods that are absent, and return the result of a method (B166)', () => {
    const nothing = filteringResourceEventHandler<KubeObject>({ filterFunc: () => true, handler: {} });
    expect([
      nothing.onAdd?.(red, true),
      nothing.onUpdate?.(red, blue),
      nothing.onDelete?.(red, true),
    ]).toEqual([undefined, undefined, undefined]);
    const later = Promise.resolve();
    const waiting = filteringResourceEventHandler({ filterFunc: isRed, handler: { onAdd: () => later } });
    expect(waiting.onAdd?.(red, true)).toBe(later);
  });

  it('should keep the name of the handler, its `this`, and its onError (B170)', () => {
    const errors: unknown[] = [];
    class Watchdog implements ResourceEventHandler<KubeObject> {
      onError(error: HandlerError): void {
        errors.push(this, error);
      }
    }
    const watchdog = new Watchdog();
    const handler = filteringResourceEventHandler({ filterFunc: isRed, handler: watchdog });
    const error = new HandlerError('onAdd', 'a', new Error('boom'), handler.name);
    handler.onError?.(error);

    expect(handler.name).toBe('Watchdog');
    expect(errors).toEqual([watchdog, error]);
  });

  it.each([
    undefined,
    {},
    { filterFunc: isRed },
    { filterFunc: 1, handler: {} },
    { filterFunc: isRed, handler: 1 },
  ])('should refuse %p', (given) => {
    expect(() => filteringResourceEventHandler(given as never)).toThrow(OptionsError);
  });
});
