/**
 * Runs the command given as a person would: watches its lines, presses Ctrl-C, and looks how it ends.
 *
 * Passes when ten lines or more for pods and for deployments came, and the command ended with 0.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const command = process.argv[2];
const child = spawn('bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
const give = (signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
};

const lines = [];
let rest = '';
let asked = false;
child.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  const parts = (rest + text).split('\n');
  rest = parts.pop();
  lines.push(...parts.filter((line) => /^\d\d:\d\d:\d\d \w+ (pods|deployments) /.test(line)));
  const both = ['pods', 'deployments'].every((resource) =>
    lines.some((line) => line.includes(` ${resource} `)),
  );
  if (both && lines.length >= 10 && !asked) {
    asked = true;
    give('SIGINT');
    setTimeout(() => give('SIGKILL'), 10_000).unref();
  }
});
// An install may come first.
setTimeout(() => give('SIGKILL'), 600_000).unref();

child.on('exit', (code, signal) => {
  console.log(`\n${lines.length} lines of pods and deployments; ended with ${signal ?? code}`);
  // npm, told by the same Ctrl-C, may say so; what it ran is held to 0 where it is run without npm.
  const ended = code === 0 || (command.includes('npm') && signal === 'SIGINT');
  process.exit(asked && ended ? 0 : 1);
});
