import { OperatorError } from '@content-service/domain/internal/rules'
import { isUnreachable } from '../statements/store-errors.ts'

/** The setting with the address of a PostgreSQL. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

interface Failure {
  readonly code?: string
  readonly message?: string
  readonly syscall?: string
}

/** The server answers, and wants no connection: it starts, is full, or refuses the user, the host or the encryption. */
const REFUSALS = /^(28000|57P0[1-5]|53...)$/
const UNFIT = /certificate|\bSSL\b|\bTLS\b|channel.binding|target_session_attrs/

const describe = (setting: AddressSetting, { code = '', message = '', syscall }: Failure): string | null => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host in ${setting} is unknown. Check the name of the host.`
  if (code === '28P01') return `The database refuses the user or the password in ${setting}. Correct them.`
  if (code === '3D000') return `The database in ${setting} does not exist. Create it first.`
  if (REFUSALS.test(code) || UNFIT.test(message))
    return `The database at ${setting} refuses the connection: ${message.replace(/\.$/, '')}.`
  return syscall === 'connect' || isUnreachable({ code, message })
    ? `The database at ${setting} does not respond. Check that it is running.`
    : null
}

/** Runs work that connects. @throws OperatorError that names the setting, if the connection fails. */
export const nameConnection = async <Result>(
  setting: AddressSetting,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    const problem = describe(setting, error as Failure)
    throw problem === null ? error : new OperatorError(problem, { cause: error })
  }
}

/** The setting of the address without a pooler. */
export const nameDirect = (directUrl: string | undefined): AddressSetting =>
  directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
