import { describe, expect, it } from '@jest/globals';
import { GroupNames } from '../../../src/apiserver/custom-resources/group-names.ts';

describe('GroupNames', () => {
  it('should know the names of other resources', () => {
    const names = new GroupNames();
    names.set('as.ex.com', { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList', shortNames: ['x'] });
    names.set('bs.ex.com', { plural: 'bs', singular: '', kind: 'B', shortNames: ['x'] });

    const { resources, kinds } = names.beside('as.ex.com');
    expect(['as', 'a', 'x', 'bs', ''].filter((name) => resources.has(name))).toEqual(['x', 'bs']);
    expect(['A', 'AList', 'B', 'bs'].filter((name) => kinds.has(name))).toEqual(['B']);
  });

  it('should remove the earlier names of a definition', () => {
    const names = new GroupNames();
    names.set('as.ex.com', { plural: 'as', shortNames: ['x', 'y'] });
    names.set('as.ex.com', { plural: 'as', shortNames: ['y'] });

    const { resources } = names.beside('bs.ex.com');
    expect(['as', 'x', 'y'].filter((name) => resources.has(name))).toEqual(['as', 'y']);
  });

  it('should return the definitions that wait for a name that has become free', () => {
    const names = new GroupNames();
    const asked = { plural: 'bs', shortNames: ['x'], kind: 'B' };
    names.ask('bs.ex.com', asked);
    names.ask('cs.ex.com', { plural: 'cs', kind: 'C' });
    names.set('as.ex.com', { plural: 'as', shortNames: ['x', 'y'], kind: 'A' });

    names.set('as.ex.com', { plural: 'as', shortNames: ['x'], kind: 'A' });
    expect(names.takeDue()).toEqual([]);
    names.remove('as.ex.com');
    expect(names.takeDue()).toEqual(['bs.ex.com']);
    expect(names.takeDue()).toEqual([]);
    names.set('bs.ex.com', asked);
    expect(names.beside('as.ex.com').resources.has('x')).toBe(true);
  });
});
