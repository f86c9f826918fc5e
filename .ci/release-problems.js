/** Finds the problems that prevent a release. Returns one sentence for each problem. */
export function releaseProblems(
  tag,
  repository,
  { version, repository: declared, publishConfig },
  changelog,
) {
  const url = typeof declared === 'string' ? declared : (declared?.url ?? '');
  const named = url.replace(/^github:|^(git\+)?https:\/\/github\.com\//, '').replace(/\.git$/, '');
  return [
    tag !== `v${version}` &&
      `the tag is '${tag}', and package.json has the version ${version}; tag the commit of the version as v${version}`,
    named !== repository &&
      `package.json names the repository '${named}', and this is '${repository}'; npm states no provenance for another one`,
    publishConfig?.provenance !== true && 'package.json has no publishConfig.provenance; set it to true',
    !changelog.includes(`\n## ${version}\n`) &&
      `CHANGELOG.md has no section for ${version}; run npx changeset version`,
  ].filter((problem) => problem !== false);
}
