import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { releaseProblems } from '../../.ci/release-problems.js';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const workflow = parse(read('.github/workflows/release.yml')) as {
  readonly permissions: object;
  readonly jobs: { readonly verify: Job; readonly publish: Job };
};
const { verify, publish } = workflow.jobs;

describe('the release workflow', () => {
  it('should pin each action to a commit', () => {
    const used = [...verify.steps, ...publish.steps].flatMap(({ uses = [] }) => uses);

    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('should give the permission for an identity token only to the publishing job', () => {
    expect(workflow.permissions).toEqual({});
    expect(verify.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  });

  it('should run the whole gate, then publish with provenance', () => {
    expect(verify.steps.map(({ run }) => run)).toContain('.ci/run');
    expect(publish.steps.at(-1)?.run).toBe('npm publish --provenance --access public');
  });
});

describe('releaseProblems', () => {
  const manifest = {
    version: '1.2.3',
    repository: { url: 'git+https://github.com/owner/name.git' },
    publishConfig: { provenance: true },
  };
  const changelog = '# rx-informer\n\n## 1.2.3\n\n- one\n';

  it('should find no problem if all values agree', () => {
    expect(releaseProblems('v1.2.3', 'owner/name', manifest, changelog)).toEqual([]);
    expect(
      releaseProblems('v1.2.3', 'owner/name', { ...manifest, repository: 'github:owner/name' }, changelog),
    ).toEqual([]);
  });

  it.each([
    ['v1.2.4', 'owner/name', manifest, changelog, /the tag is 'v1.2.4'/],
    ['v1.2.3', 'other/name', manifest, changelog, /names the repository 'owner\/name'/],
    [
      'v1.2.3',
      'owner/name',
      { version: '1.2.3', publishConfig: { provenance: true } },
      changelog,
      /names the repository ''/,
    ],
    ['v1.2.3', 'owner/name', { ...manifest, publishConfig: {} }, changelog, /no publishConfig.provenance/],
    ['v1.2.3', 'owner/name', manifest, '# rx-informer\n', /no section for 1.2.3/],
  ])('should refuse the tag %s of %s', (tag, repository, given, text, problem) => {
    expect(releaseProblems(tag, repository, given, text)).toEqual([expect.stringMatching(problem)]);
  });

  it('should set provenance in package.json', () => {
    const own = JSON.parse(read('package.json')) as Parameters<typeof releaseProblems>[2];

    expect(own.publishConfig?.provenance).toBe(true);
  });
});
