import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** No library imports the studio: a service has it where its package is installed. */
const PACKAGE = '@content-service/studio/package.json'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'

const findPackage = (): string | null => {
  try {
    return dirname(require.resolve(PACKAGE))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** C20.1: the folder of the built files, which exists only after a build; null if the studio is off or not installed. */
export const findStudioFolder = (studio: boolean | { readonly folder: string }): string | null => {
  if (typeof studio === 'object') return studio.folder
  const folder = studio ? findPackage() : null
  return folder && join(folder, 'dist')
}
