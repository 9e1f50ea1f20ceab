import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { failureText, isObject } from '@content-service/domain/internal/rules'

/** The text of a failure that ends a program. A file cannot be written if its folder is missing: the text names the folder. */
export const describeFailure = (error: unknown): string => {
  if (isObject(error) && error['code'] === 'ENOENT' && typeof error['path'] === 'string') {
    const folder = dirname(error['path'])
    if (!existsSync(folder)) return `The folder ${folder} does not exist. Create it, or name another.`
  }
  return failureText(error)
}
