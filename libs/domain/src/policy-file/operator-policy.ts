import { readFileSync } from 'node:fs'
import { InvalidPolicy } from '@content-service/authz'
import type { ContentModel } from '../model/content-model.ts'
import { OperatorError } from '../failure.ts'
import { readPolicy, type OperatorPolicy } from './policy-file.ts'

/** The operator's policy cannot be used: the message names the file, the places and the changes that they need. */
export class PolicyRefused extends OperatorError {
  override readonly name = 'PolicyRefused'

  constructor(file: string, reasons: readonly string[]) {
    const lines = reasons.map((reason) => `  ${reason}`)
    super(`The policy in ${file} (POLICY_FILE) has errors:\n${lines.join('\n')}`)
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new PolicyRefused(file, [(error as Error).message])
  }
}

/** @throws PolicyRefused with all problems. */
export const readPolicyFile = (model: ContentModel, file: string): OperatorPolicy => {
  try {
    return readPolicy(model, readText(file))
  } catch (error) {
    if (!(error instanceof InvalidPolicy)) throw error
    throw new PolicyRefused(
      file,
      error.problems.map(({ path, message }) => `${path}: ${message}`),
    )
  }
}
