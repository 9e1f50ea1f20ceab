import { readFileSync } from 'node:fs'
import { InvalidPolicy } from '@content-service/authz'
import type { ContentModel } from '../model/content-model.ts'
import { describeUnreadable, OperatorError } from '../rules/failure.ts'
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

const readText = ({ file, label }: PolicyFile): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`The file ${label} ${describeUnreadable(error)}.`, { cause: error })
  }
}

/** @throws PolicyRefused with all problems, OperatorError for a file that cannot be read. */
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
