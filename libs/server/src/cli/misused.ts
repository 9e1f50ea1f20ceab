import { OperatorError } from '@content-service/domain/internal/rules'

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The error for wrong arguments of the command. */
export class Misused extends OperatorError {
  override readonly name = 'Misused'
}
