/**
 * Runs the given command as a user does: reads its lines, sends SIGINT (Ctrl-C), and checks how the command ends.
 *
 * The check passes if the command prints at least ten lines and ends with code 0. At least one line must be about
 * pods, and one about deployments.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const command = process.argv[2];
const child = spawn('bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
const give = (signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The signal fails if the process has ended already.
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
// The time limit is long, because the command may install packages first.
setTimeout(() => give('SIGKILL'), 600_000).unref();

child.on('exit', (code, signal) => {
  console.log(`\n${lines.length} lines of pods and deployments; ended with ${signal ?? code}`);
  // npm gets the same SIGINT, and may end because of this signal. Only a command that runs without npm must have the
  // exit code 0.
  const ended = code === 0 || (command.includes('npm') && signal === 'SIGINT');
  process.exit(asked && ended ? 0 : 1);
});
