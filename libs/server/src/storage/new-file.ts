import { statSync } from 'node:fs'
import { OperatorError } from '@content-service/domain/internal/rules'

/** Refuses the name of a file that a command would replace, before the command begins. @throws OperatorError. */
export const refuseExisting = (file: string): void => {
  const existing = statSync(file, { throwIfNoEntry: false })
  if (existing?.isDirectory())
    throw new OperatorError(
      `${file} is a folder. Give the name of a new file, such as a file in this folder.`,
    )
  if (existing !== undefined)
    throw new OperatorError(`The file ${file} exists. Give the name of a new file, or move this file away.`)
}
