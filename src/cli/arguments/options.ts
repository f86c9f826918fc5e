import { InvalidArgumentError, Option } from 'commander';
import { tokenVariable } from '../connection/token.ts';

/** Options that several commands have. */

export const serverOption = (): Option => new Option('--server <url>', 'the API server, https:// or http://');

export const tokenOption = (): Option =>
  new Option('--token <token>', `bearer token; better in the environment: ${tokenVariable}`);

export const authorityOption = (): Option =>
  new Option('--certificate-authority <file>', 'PEM file of those who may sign the server’s certificate');

export const hostOption = (): Option =>
  new Option('--host <address>', 'address to listen on').default('127.0.0.1');

export const portOption = (): Option =>
  new Option('--port <number>', 'port to listen on; 0 for any that is free').argParser(portOf);

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}
