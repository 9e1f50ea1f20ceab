import { readFileSync } from 'node:fs'
import { InvalidPolicy } from '@content-service/authz'
import type { ContentModel } from '../model/content-model.ts'
import { OperatorError } from '../failure.ts'
import { readPolicy, type OperatorPolicy } from './policy-file.ts'

/** The operator's policy cannot be used: the message names the file, the places and the changes that they need. */
export class PolicyRefused extends OperatorError {
  override readonly name = 'PolicyRefused'

  constructor(label: string, reasons: readonly string[]) {
    const lines = reasons.map((reason) => `  ${reason}`)
    super(`The policy in ${label} has errors:\n${lines.join('\n')}`)
  }
}

interface PolicyFile {
  readonly file: string
  /** The name of the file in messages, such as `policy.json (POLICY_FILE)`. */
  readonly label: string
}

/** System errors of a file that an operator names, with a sentence for each. */
const UNREADABLE: Readonly<Record<string, (label: string) => string>> = {
  ENOENT: (label) => `The file ${label} does not exist.`,
  ENOTDIR: (label) => `The file ${label} does not exist.`,
  EISDIR: (label) => `${label} is a folder. Name a file.`,
  EACCES: (label) => `You have no permission to read ${label}.`,
}

const readText = ({ file, label }: PolicyFile): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const describe = UNREADABLE[(error as NodeJS.ErrnoException).code ?? '']
    throw new OperatorError(describe?.(label) ?? `${label}: ${(error as Error).message}`, { cause: error })
  }
}

/** @throws PolicyRefused with all problems, and OperatorError for a file that nobody can read. */
export const readPolicyFile = (model: ContentModel, { file, label }: PolicyFile): OperatorPolicy => {
  try {
    return readPolicy(model, readText({ file, label }))
  } catch (error) {
    if (!(error instanceof InvalidPolicy)) throw error
    throw new PolicyRefused(
      label,
      error.problems.map(({ path, message }) => `${path}: ${message}`),
    )
  }
}
