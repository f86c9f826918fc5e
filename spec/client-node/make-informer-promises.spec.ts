import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError } from 'rx-informer';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { fakeControllerSource } from 'rx-informer/testing';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { at, line, world } from './informer-world.ts';

virtualTime();

/**
 * The behaviours that client-node's own specs check for its informer. Specs about internals of client-node are
 * omitted.
 */
describe('makeInformer, compatible with client-node', () => {
  it('should cache the list, by namespace and for all namespaces', async () => {
    const { source, informer } = world('default/name1', 'default/name2');

    await informer.start();
    source.add(at('other/name3'));
    await advanceMinute();

    expect(informer.list()).toHaveLength(3);
    expect(informer.list('default').map(({ metadata }) => metadata.name)).toEqual(['name1', 'name2']);
    expect(informer.list('other')).toHaveLength(1);
    expect(informer.list('absent')).toEqual([]);
    expect(informer.get('name3', 'other')?.metadata.name).toBe('name3');
    expect(informer.get('name3')).toBeUndefined();
    expect(informer.get('name3', 'default')).toBeUndefined();
    await informer.stop();
  });

  it('should cache cluster-scoped objects', async () => {
    const { source, informer } = world('name1', 'name2');

    await informer.start();
    source.modify(at('name1'));
    source.delete('name2');
    await advanceMinute();

    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['name1']);
    expect(informer.list('default')).toEqual([]);
    expect(informer.get('name1')?.metadata.resourceVersion).toBe('3');
    expect(informer.get('name1', 'default')).toBeUndefined();
    await informer.stop();
  });

  it('should return a new list to each caller', async () => {
    const { informer } = world('default/name1', 'default/name2');
    await informer.start();

    (informer.list() as KubeObject[]).reverse();
    (informer.list('default') as KubeObject[]).pop();

    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['name1', 'name2']);
    expect(informer.list('default')).toHaveLength(2);
    await informer.stop();
  });

  it('should have cached the first list and called its callbacks when start resolves', async () => {
    const { informer, lines } = world('name1', 'name2');

    expect(informer.list()).toEqual([]);
    await informer.start();

    expect(informer.list()).toHaveLength(2);
    expect(lines).toEqual(['add name1@1', 'add name2@2']);
    await informer.stop();
  });

  it('should call callbacks for the events of the watch', async () => {
    const { source, informer, lines } = world('name2');
    await informer.start();

    source.add(at('name3'));
    source.modify(at('name3'));
    source.delete('name2');
    await advanceMinute();

    expect(lines).toEqual(['add name2@1', 'add name3@2', 'update name3@3', 'delete name2@4']);
    await informer.stop();
  });

  it('should call callbacks for the differences of a later list, deletes first', async () => {
    const { source, informer, lines } = world('name1', 'name2');
    await informer.start();
    await informer.stop();

    source.delete('name2');
    source.modify(at('name1'));
    source.add(at('name0'));
    await informer.start();

    expect(lines.slice(2)).toEqual(['delete name2@2', 'update name1@4', 'add name0@5']);
    await informer.stop();
  });

  it('should call change callbacks for add, update and delete', async () => {
    const { source, informer } = world();
    const names: string[] = [];
    informer.on('change', (object) => void names.push(line('change', object)));
    await informer.start();

    source.add(at('a'));
    source.modify(at('a'));
    source.delete('a');
    await advanceMinute();

    expect(names).toEqual(['change a@2', 'change a@3', 'change a@4']);
    await informer.stop();
  });

  it('should call several callbacks of one verb in the order of their registration', async () => {
    const { source, informer } = world();
    const calls: string[] = [];
    const twice = (): void => void calls.push('twice');
    informer.on('add', () => void calls.push('first'));
    informer.on('change', () => void calls.push('second'));
    informer.on('add', twice);
    informer.on('add', twice);
    await informer.start();

    source.add(at('a'));
    await advanceMinute();
    informer.off('add', twice);
    source.add(at('b'));
    await advanceMinute();

    expect(calls).toEqual(['first', 'second', 'twice', 'twice', 'first', 'second', 'twice']);
    await informer.stop();
  });

  it('should not call a removed callback', async () => {
    const { source, informer } = world();
    const [one, other]: [string[], string[]] = [[], []];
    const toOther = (object: KubeObject): void => void other.push(line('', object));
    informer.on('add', (object) => void one.push(line('', object)));
    informer.on('add', toOther);
    await informer.start();

    source.add(at('a'));
    await advanceMinute();
    informer.off('add', toOther);
    source.add(at('b'));
    await advanceMinute();

    expect([one, other]).toEqual([[' a@2', ' b@3'], [' a@2']]);
    await informer.stop();
  });

  it('should remove all three verbs with change', async () => {
    const { source, informer } = world();
    let calls = 0;
    const count = (): number => calls++;
    informer.on('change', count);
    await informer.start();
    source.add(at('a'));
    await advanceMinute();

    informer.off('change', count);
    source.modify(at('a'));
    source.delete('a');
    source.add(at('b'));
    await advanceMinute();

    expect(calls).toBe(1);
    await informer.stop();
  });

  it('should remove one verb of a change callback, and remove change at the first registration of each verb', async () => {
    const { source, informer } = world();
    const calls: string[] = [];
    const note = (object: KubeObject): void => void calls.push(line('', object));
    informer.on('change', note);
    informer.on('update', note);
    await informer.start();

    informer.off('add', note);
    source.add(at('a'));
    source.modify(at('a'));
    await advanceMinute();
    expect(calls.splice(0)).toEqual([' a@3', ' a@3']);

    informer.off('change', note);
    source.modify(at('a'));
    source.delete('a');
    await advanceMinute();
    expect(calls).toEqual([' a@4']);
    await informer.stop();
  });

  it('should throw for an unknown verb', () => {
    const { informer } = world();
    const verb = 'random' as 'add';

    expect(() => informer.on(verb, () => undefined)).toThrow(OptionsError);
    expect(() => informer.on(verb, () => undefined)).toThrow(/^on: verb must be 'add' or .*, not "random"/);
    expect(() => informer.off(verb, () => undefined)).toThrow(/^off: verb must be 'add' or .*, not "random"/);
    expect(() => informer.on('add', undefined as never)).toThrow(/on: callback must be a function/);
  });

  it('should ignore the removal of an unknown callback', () => {
    const { informer } = world();

    expect(() => {
      informer.off('add', () => undefined);
      informer.off('change', () => undefined);
      informer.off('error', () => undefined);
    }).not.toThrow();
  });

  it('should continue with the other callbacks when a callback removes itself', async () => {
    const { source, informer } = world();
    const calls: string[] = [];
    const removeSelf = (): void => {
      calls.push('self');
      informer.off('add', removeSelf);
    };
    informer.on('add', removeSelf);
    informer.on('add', () => void calls.push('other'));
    await informer.start();

    source.add(at('a'));
    source.add(at('b'));
    await advanceMinute();

    expect(calls).toEqual(['self', 'other', 'other']);
    await informer.stop();
  });

  it('should not call a late callback for cached objects', async () => {
    const { source, informer } = world('a', 'b');
    await informer.start();
    const late: string[] = [];
    informer.on('add', (object) => void late.push(line('add', object)));

    source.add(at('c'));
    await advanceMinute();

    expect(late).toEqual(['add c@3']);
    await informer.stop();
  });

  it('should not call a late callback for changes that are pending for others', async () => {
    const { source, informer, lines } = world();
    const late: string[] = [];
    await informer.start();

    source.add(at('a'));
    expect(informer.list()).toHaveLength(1);
    informer.on('add', (object) => void late.push(line('add', object)));
    source.add(at('b'));
    await advanceMinute();

    expect(lines).toEqual(['add a@2', 'add b@3']);
    expect(late).toEqual(['add b@3']);
    await informer.stop();
  });

  it('should call a callback that was added while changes were pending only for changes after a stop and a start', async () => {
    const { source, informer } = world('a');
    await informer.start();
    for (let nth = 0; nth < 6; nth++) source.modify(at('a'));
    const late: string[] = [];
    informer.on('update', (object) => void late.push(line('update', object)));
    await informer.stop();
    await informer.start();
    await advanceMinute();
    source.modify(at('a'));
    await advanceMinute();

    expect(late).toEqual(['update a@8']);
    await informer.stop();
  });

  it('should not continue after stop, until it is started again', async () => {
    const { source, informer, lines } = world();
    await informer.start();

    await informer.stop();
    const requests = source.requests.length;
    source.add(at('a'));
    source.resetWatch();
    await advanceMinute();
    expect([source.requests.length, lines, informer.list()]).toEqual([requests, [], []]);

    await informer.start();
    expect([lines, informer.list().length]).toEqual([['add a@2'], 1]);
    await informer.stop();
  });

  it('should call connect at the start and again for each attempt', async () => {
    const { source, informer } = world();
    let connects = 0;
    informer.on('connect', () => connects++);

    await informer.start();
    expect(connects).toBe(1);
    source.add(at('a'));
    await advanceMinute();
    expect(connects).toBe(1);

    await informer.stop();
    await informer.start();
    expect(connects).toBe(2);
    await informer.stop();
  });

  it('should freeze the objects that it passes and caches', async () => {
    const { informer } = world('default/a');
    await informer.start();

    expect(Object.isFrozen(informer.get('a', 'default')?.metadata)).toBe(true);
    await informer.stop();
  });

  it('should call delete, then add, for another uid under one name (G6)', async () => {
    const source = fakeControllerSource([at('a')]);
    const informer = clientNodeInformer(source);
    const calls: string[] = [];
    for (const verb of ['add', 'update', 'delete'] as const)
      informer.on(verb, ({ metadata: { uid } }) => void calls.push(`${verb} ${uid}`));
    await informer.start();
    await informer.stop();

    source.delete('a');
    source.add(at('a', 'other'));
    await informer.start();

    expect(calls).toEqual(['add uid-of-a', 'delete uid-of-a', 'add other']);
    await informer.stop();
  });
});
