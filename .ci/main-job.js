/**
 * Runs the command given as a user does: reads its lines, sends SIGINT (Ctrl-C), and checks how it ends.
 *
 * Passes if the command prints at least ten lines, with at least one of pods and one of deployments, and ends with code
 * 0.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const command = process.argv[2];
const child = spawn('bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
const give = (signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process has ended.
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
// The limit is long because the command may install packages first.
setTimeout(() => give('SIGKILL'), 600_000).unref();

child.on('exit', (code, signal) => {
  console.log(`\n${lines.length} lines of pods and deployments; ended with ${signal ?? code}`);
  // npm gets the same SIGINT and may end by it. The exit code 0 is required only for a command that runs without npm.
  const ended = code === 0 || (command.includes('npm') && signal === 'SIGINT');
  process.exit(asked && ended ? 0 : 1);
});
