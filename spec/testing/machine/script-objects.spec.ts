import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { ScriptObjects } from '../../../src/testing/machine/script-objects.ts';

const [a, b] = [kubeObject('a'), kubeObject('b')];
const brief = (objects: readonly KubeObject[]): string[] =>
  objects.map(({ metadata: { name, resourceVersion } }) => `${name}@${resourceVersion}`);

describe('ScriptObjects', () => {
  it('should give each write the next version, unless a version is given', () => {
    const objects = new ScriptObjects<KubeObject>();
    const written = [objects.write(a, false), objects.write(b, false, '9'), objects.write(a, false)];

    expect(brief(written)).toEqual(['a@2', 'b@9', 'a@10']);
    expect(brief(objects.items)).toEqual(['a@10', 'b@9']);
    expect(objects.version).toBe('10');
  });

  it('should stay at the newest version when an older one is given', () => {
    const objects = new ScriptObjects<KubeObject>();
    objects.moveTo('20');

    expect(brief([objects.write(a, false, '7'), objects.write(b, false)])).toEqual(['a@7', 'b@21']);
  });

  it.each(['v7', '7v', '', '0'])('should find no version that follows %p', (version) => {
    const objects = new ScriptObjects<KubeObject>();
    objects.moveTo(version);

    expect(objects.write(a, false).metadata.resourceVersion).toBe(version);
  });

  it('should remove deleted objects', () => {
    const objects = new ScriptObjects<KubeObject>();
    objects.write(a, false);
    objects.write(b, false);
    objects.write(a, true);

    expect(brief(objects.items)).toEqual(['b@3']);
  });

  it('should show earlier objects unchanged in a list, in either form, and no others', () => {
    const objects = new ScriptObjects<KubeObject>();
    const received = objects.write(a, false);
    objects.write(b, false);
    objects.begin();
    expect(objects.items).toEqual([]);

    expect([objects.listed(a), objects.listed(received)]).toEqual([received, received]);
    expect(brief(objects.items)).toEqual(['a@2']);
    expect(brief([objects.listed(kubeObject('c'), '8')])).toEqual(['c@8']);
    objects.begin('30');
    expect(objects.version).toBe('30');
  });

  it('should recognise an object by its content, and treat other content as a write', () => {
    const objects = new ScriptObjects<KubeObject>();
    const web = (): KubeObject => kubeObject('a', { metadata: { labels: { app: 'web' } } });
    objects.write(a, false);
    objects.write(web(), false);
    objects.begin();

    expect(brief([web(), web(), a].map((object) => objects.listed(object)))).toEqual(['a@3', 'a@3', 'a@4']);
    objects.write(a, true);
    objects.begin();
    expect(brief([objects.listed(a)])).toEqual(['a@6']);
  });
});
