import { copyThrown } from '../handlers/handler-failure.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'
import { ContentError, ERROR_STATUS } from '../rules/errors.ts'

/** The log shows where the code of the operation failed; a stack of the service would hide it. */
class OperationFailed extends Error {
  override readonly name = 'OperationFailed'

  constructor(message: string, thrown: unknown) {
    super(message, { cause: copyThrown(thrown) })
    this.stack = message
  }
}

const MOST_CHARACTERS = 1_000

const isForCallers = (thrown: unknown): thrown is ContentError =>
  thrown instanceof ContentError &&
  Object.hasOwn(ERROR_STATUS, thrown.code) &&
  thrown.code !== 'INTERNAL_SERVER_ERROR' &&
  typeof thrown.message === 'string' &&
  thrown.message.length <= MOST_CHARACTERS &&
  thrown.message.isWellFormed()

/**
 * C16.5: what a caller learns of an error of the code: a ContentError as it is. Any other error is logged with its words, and
 * both interfaces answer INTERNAL_SERVER_ERROR. A longer sentence than an answer has is such an error, too.
 */
export const toOperationError = ({ name }: ServiceOperation, thrown: unknown): Error =>
  isForCallers(thrown) ? thrown : new OperationFailed(`The operation ${name} failed.`, thrown)
