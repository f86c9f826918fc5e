/**
 * Finds problems of the package's dependencies. The functions of this file read no files, so that a spec can test
 * them.
 */

/** The allowed licences. They allow any use, if each copy includes the text of the licence. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** Finds the table rows in a section: the names in the first column, and the text of the last column. */
export function rowsOf(page, section) {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(/^\| ([^|]*`[^|]*) *\|(.*)\|$/gm)].map(([, cell, rest]) => ({
    names: [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    reason: rest.split('|').at(-1).trim(),
  }));
}

/** For each section, finds dependencies without a row, rows without a dependency, and rows without a reason. */
export function notListed(page, manifest) {
  const peers = Object.keys(manifest.peerDependencies);
  const expected = {
    'With the package': Object.keys(manifest.dependencies),
    Peers: peers,
    // rxjs is both a peer dependency and a development dependency. Only the section of the peer dependencies must give
    // the reason for rxjs.
    'To work on it': Object.keys(manifest.devDependencies).filter((name) => name !== 'rxjs'),
  };
  return Object.entries(expected).flatMap(([section, names]) => {
    const rows = rowsOf(page, section);
    const listed = rows.flatMap((row) => row.names);
    return [
      ...names.filter((name) => !listed.includes(name)).map((name) => `${name} is not under "${section}"`),
      ...listed
        .filter((name) => !names.includes(name))
        .map((name) => `${name} is under "${section}", but not in package.json`),
      ...rows
        .filter(({ reason }) => reason.split(' ').length < 2)
        .map((row) => `${row.names.join(', ')} has no reason`),
    ];
  });
}

/** Whether a licence in SPDX format is allowed, or offers an allowed licence as an alternative. */
export function isAllowed(licence) {
  const inner = /^\((.*)\)$/.exec(licence)?.[1] ?? licence;
  if (/[()]/.test(inner)) return false;
  return inner.split(' OR ').some((way) => way.split(' AND ').every((one) => allowedLicences.has(one)));
}

/** Reads a lock file. Finds the packages that users install and whose licence is not allowed. */
export function notLicensed(lock, peers) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && (entry.dev !== true || peers.includes(path.slice(13))))
    .filter(([, { license = '' }]) => !isAllowed(license))
    .map(([path, { license = 'none' }]) => `${path.slice(13)}: ${license}`);
}

/**
 * Finds the vulnerable packages in the output of `npm audit --json`. Returns `undefined` if the registry gave no
 * answer.
 */
export function audited(text) {
  const report = JSON.parse(text);
  if (report.vulnerabilities === undefined) return undefined;
  return Object.values(report.vulnerabilities).map(({ name, severity }) => `${name}: ${severity}`);
}
