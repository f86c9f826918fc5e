/** The command, which tells its process id first, and comes to a bad end when it is told to. */
import process from 'node:process';

process.stdout.write(`pid ${process.pid}\n`);
if (process.env['CRASH'] === 'throw') process.once('SIGUSR2', () => fail());
if (process.env['CRASH'] === 'reject') process.once('SIGUSR2', () => void Promise.reject(mistake()));

await import('../../../src/cli/main.ts');

function mistake(): Error {
  return new Error('what nobody thought of');
}

function fail(): never {
  throw mistake();
}
