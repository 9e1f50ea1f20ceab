import { OperatorError, type User } from '@content-service/domain'
import { SqlCredentialStore } from '@content-service/persistence'
import type { Opened } from './command.ts'

/** @throws OperatorError when nobody signs in by that. */
export const personOf = async ({ database }: Opened, login: string): Promise<User> => {
  const account = await new SqlCredentialStore(database.session()).findByLogin(login)
  if (account === null) throw new OperatorError(`There is no user with the username or email ${login}.`)
  return account.user
}
