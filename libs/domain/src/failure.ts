import { ContentError } from './errors.ts'

/** A mistake in how the service is set up or started: its message is written for the operator. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** System errors that the operator mends, in a sentence. */
const SYSTEM: Readonly<
  Record<string, (error: { readonly port?: number; readonly path?: string }) => string>
> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use. Set PORT to another port.`,
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine. Set HOST to an address of this machine.',
  EACCES: ({ path, port }) => `You have no permission to use ${path ?? `port ${port}`}.`,
  EISDIR: () => 'This path is a folder. Name a file.',
  ENOENT: ({ path }) => `The file ${path} does not exist.`,
  ECONNREFUSED: () => 'The database at DATABASE_URL does not respond. Check that it is running.',
  ENOTFOUND: () => 'The host in DATABASE_URL is unknown. Check the name of the host.',
  '28P01': () => 'The database refuses the user or the password in DATABASE_URL. Correct them.',
  '3D000': () => 'The database in DATABASE_URL does not exist. Create it first.',
}

/** What to tell of a failure that ends a program: what to change, and a stack trace only where nothing can be. */
export const failureText = (error: unknown): string => {
  if (error instanceof OperatorError || error instanceof ContentError) return error.message
  const known = SYSTEM[(error as { readonly code?: string }).code ?? '']
  if (known) return known(error as object)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
