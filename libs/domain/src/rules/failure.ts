import { ContentError } from './errors.ts'

/** A mistake in the setup or the start of the service: the message is written for the operator. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** System errors that the operator can fix, with a sentence for each. */
const SYSTEM: Readonly<Record<string, (error: { readonly path?: string }) => string>> = {
  EACCES: ({ path }) => `You have no permission to use ${path}.`,
  EISDIR: () => 'This path is a folder. Name a file.',
  ENOENT: ({ path }) => `The file ${path} does not exist.`,
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder and not a file',
  EACCES: 'cannot be read by this account',
}

/** Why a file of the operator cannot be read, as the words after "the file" or "which". */
export const describeUnreadable = (error: unknown): string => {
  const { code = '', message } = error as { readonly code?: string; readonly message?: string }
  return UNREADABLE[code] ?? `cannot be read: ${message}`
}

/** The text of a failure that ends a program: the fix, or a stack trace if the operator cannot fix the failure. */
export const failureText = (error: unknown): string => {
  if (error instanceof OperatorError || error instanceof ContentError) return error.message
  const known = SYSTEM[(error as { readonly code?: string }).code ?? '']
  if (known) return known(error as object)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
