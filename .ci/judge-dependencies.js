/** What may be said against the dependencies of a package; pure, so that a spec can try it. */

/** What a user may be given: each lets anybody use it for anything, as long as its text comes along. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** The rows of a section's tables: the names in the first column, and the last column. */
export function rowsOf(page, section) {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(/^\| ([^|]*`[^|]*) *\|(.*)\|$/gm)].map(([, cell, rest]) => ({
    names: [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    reason: rest.split('|').at(-1).trim(),
  }));
}

/** Dependencies without a row and rows without a dependency, by section; and rows that give no reason. */
export function notListed(page, manifest) {
  const peers = Object.keys(manifest.peerDependencies);
  const expected = {
    'With the package': Object.keys(manifest.dependencies),
    Peers: peers,
    // A peer that only has to be there is explained as one.
    'To work on it': Object.keys(manifest.devDependencies).filter((name) => name !== 'rxjs'),
  };
  return Object.entries(expected).flatMap(([section, names]) => {
    const rows = rowsOf(page, section);
    const listed = rows.flatMap((row) => row.names);
    return [
      ...names.filter((name) => !listed.includes(name)).map((name) => `${name} is not under "${section}"`),
      ...listed
        .filter((name) => !names.includes(name))
        .map((name) => `${name} is under "${section}" and gone`),
      ...rows
        .filter(({ reason }) => reason.split(' ').length < 2)
        .map((row) => `${row.names.join(', ')} has no reason`),
    ];
  });
}

/** Whether an SPDX expression leaves a way to use the package that is allowed. */
export function isAllowed(licence) {
  const inner = /^\((.*)\)$/.exec(licence)?.[1] ?? licence;
  if (/[()]/.test(inner)) return false;
  return inner.split(' OR ').some((way) => way.split(' AND ').every((one) => allowedLicences.has(one)));
}

/** The packages of a lock file that come with an installation, and whose licence is not allowed. */
export function notLicensed(lock, peers) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && (entry.dev !== true || peers.includes(path.slice(13))))
    .filter(([, { license = '' }]) => !isAllowed(license))
    .map(([path, { license = 'none' }]) => `${path.slice(13)}: ${license}`);
}

/** What `npm audit --json` says of the packages that users get; undefined where the registry did not answer it. */
export function audited(text) {
  const report = JSON.parse(text);
  if (report.vulnerabilities === undefined) return undefined;
  return Object.values(report.vulnerabilities).map(({ name, severity }) => `${name}: ${severity}`);
}
