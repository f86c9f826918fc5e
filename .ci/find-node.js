/**
 * Finds a Node executable with a major version: the running Node, the Node in node_modules, or the Node of the system.
 * If none has the version, npm installs one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * The oldest allowed minor version of a major version. The library needs Node 20.19 or newer, and client-node 2 needs
 * Node 22.19 or newer.
 */
const oldestMinor = { 20: 19, 22: 19 };

export function findNode(major) {
  const home = join(homedir(), '.cache/rx-informer/nodes', String(major));
  const platform = `node-${process.platform}-${process.arch}`; // npm's package `node` installs the package with this name
  const installed = join(home, 'node_modules', platform, 'bin/node');
  const own = join(import.meta.dirname, '../node_modules/node/bin/node');
  const candidates = [process.execPath, own, '/usr/bin/node', '/usr/local/bin/node'];
  const found = [...candidates, installed].find((path) => isOf(major, path));
  if (found !== undefined) return found;

  mkdirSync(home, { recursive: true });
  const args = ['install', '--prefix', home, '--no-audit', '--no-fund', `${platform}@${major}`];
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!isOf(major, installed)) throw new Error(`npm installed no Node ${major} in ${home}`);
  return installed;
}

function isOf(major, path) {
  if (!existsSync(path)) return false;
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
  const [, ownMajor, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(ownMajor) === major && Number(minor) >= (oldestMinor[major] ?? 0);
}
