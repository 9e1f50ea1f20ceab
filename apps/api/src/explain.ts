import { ContentError, InvalidSettings } from '@content-service/domain'

import { DirectoryInUse } from './data-directory.ts'

/** System errors that the operator mends, in a sentence. */
const SYSTEM: Readonly<
  Record<string, (error: { readonly port?: number; readonly path?: string }) => string>
> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken; set PORT to another one.`,
  EACCES: ({ path, port }) => `There is no permission to use ${path ?? `port ${port}`}.`,
  ENOENT: ({ path }) => `There is no file ${path}.`,
  ECONNREFUSED: () => 'The database of DATABASE_URL does not answer; is it running?',
}

const sentenceFor = (error: unknown): string => {
  if (error instanceof InvalidSettings || error instanceof DirectoryInUse || error instanceof ContentError)
    return error.message
  const known = SYSTEM[(error as { readonly code?: string }).code ?? '']
  if (known) return known(error as object)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Says what to change; a stack trace only for what the operator cannot mend. */
export const explain = (error: unknown): void => void process.stderr.write(`${sentenceFor(error)}\n`)
