import { ContentError } from './errors.ts'

/** A mistake in the setup or the start of the service: the message is written for the operator. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** System errors that the operator can fix, with a sentence for each. */
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

/** The text of a failure that ends a program: the fix, or a stack trace if the operator cannot fix the failure. */
export const failureText = (error: unknown): string => {
  if (error instanceof OperatorError || error instanceof ContentError) return error.message
  const known = SYSTEM[(error as { readonly code?: string }).code ?? '']
  if (known) return known(error as object)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
