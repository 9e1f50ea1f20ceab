import { OperatorError } from '../../rules/failure.ts'

/**
 * The problems of the declarations of a model. The error has no stack: it would show code of the service, and the
 * declarations are named in the message.
 */
export class ModelError extends OperatorError {
  override readonly name = 'ModelError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The content types cannot work together. Change these declarations:\n  ${problems.join('\n  ')}`)
    this.problems = problems
    this.stack = this.message
  }
}
