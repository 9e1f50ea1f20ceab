import { ContentError } from './errors.ts'

/** A mistake in how the service is set up or started: its message is written for the operator. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** System errors that the operator mends, in a sentence. */
const SYSTEM: Readonly<
  Record<string, (error: { readonly port?: number; readonly path?: string }) => string>
> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken; set PORT to another one.`,
  EADDRNOTAVAIL: () => 'The address of HOST is not one of this machine.',
  EACCES: ({ path, port }) => `There is no permission to use ${path ?? `port ${port}`}.`,
  EISDIR: () => 'This is a folder; name a file.',
  ENOENT: ({ path }) => `There is no file ${path}.`,
  ECONNREFUSED: () => 'The database of DATABASE_URL does not answer; is it running?',
  ENOTFOUND: () => 'The host of DATABASE_URL is not known.',
  '28P01': () => 'The database refuses the user or the password of DATABASE_URL.',
  '3D000': () => 'The database that DATABASE_URL names does not exist; create it first.',
}

/** What to tell of a failure that ends a program: what to change, and a stack trace only where nothing can be. */
export const failureText = (error: unknown): string => {
  if (error instanceof OperatorError || error instanceof ContentError) return error.message
  const known = SYSTEM[(error as { readonly code?: string }).code ?? '']
  if (known) return known(error as object)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
