import {
  givePassword,
  giveRole,
  makeAccount,
  USER_ROLES,
  type Operator,
  type UserRole,
} from '@content-service/domain'
import { passwordKeeper } from '@content-service/identity'
import { SqlCredentialStore } from '@content-service/persistence'
import { makePassword } from '../made-password.ts'
import { Misused, parsed, say, withDatabase, type Command, type Opened } from './command.ts'
import { personOf } from './person.ts'

const OPTIONS = { name: { type: 'string' }, role: { type: 'string' } } as const

interface Asked {
  readonly words: readonly string[]
  readonly values: { readonly name?: string | undefined; readonly role?: string | undefined }
}

const operatorOf = ({ stores, database, settings }: Opened): Operator => {
  const credentials = new SqlCredentialStore(database.session())
  return { stores, passwords: passwordKeeper(credentials, settings.passwordMinLength), now: () => new Date() }
}

const roleIn = (text: string): UserRole => {
  const role = USER_ROLES.find((known) => known === text.toUpperCase())
  if (role === undefined)
    throw new Misused(`There is no role ${text}; it is one of ${USER_ROLES.join(', ')}.`)
  return role
}

const showPassword = (password: string): void => say(`Password   ${password}\nIt is shown this once.`)

type Work = (opened: Opened) => Promise<void>

/** What each action asks for is looked at before a database is opened. @throws Misused. */
const create = ({ words: [username, email], values }: Asked): Work => {
  if (username === undefined || email === undefined)
    throw new Misused('Name both: content-service users create USERNAME EMAIL')
  const role = roleIn(values.role ?? 'READER')
  return async (opened) => {
    const password = makePassword()
    const account = { username, email, password, name: values.name, role }
    const user = await makeAccount(operatorOf(opened), account)
    say(`User       ${user.id}, ${user.username}, ${user.role}`)
    showPassword(password)
  }
}

const setRole = ({ words: [login, role] }: Asked): Work => {
  if (login === undefined || role === undefined)
    throw new Misused('Name both: content-service users set-role LOGIN ROLE')
  const wanted = roleIn(role)
  return async (opened) => {
    const user = await giveRole(operatorOf(opened), (await personOf(opened, login)).id, wanted)
    say(`${user.username} is ${user.role}.`)
  }
}

const resetPassword = ({ words: [login] }: Asked): Work => {
  if (login === undefined) throw new Misused('Name whose: content-service users reset-password LOGIN')
  return async (opened) => {
    const password = makePassword()
    await givePassword(operatorOf(opened), await personOf(opened, login), password)
    showPassword(password)
  }
}

const ACTIONS = new Map([
  ['create', create],
  ['set-role', setRole],
  ['reset-password', resetPassword],
])

export const command: Command = {
  help: `Usage: content-service users create USERNAME EMAIL [--name NAME] [--role ROLE]
       content-service users set-role LOGIN ROLE
       content-service users reset-password LOGIN

  create           makes an account, a READER unless --role says otherwise, with a password that is shown once
  set-role         ${USER_ROLES.join(', ')}
  reset-password   gives a new password, shown once, and ends every session

LOGIN is a username or an email address.`,
  run: (args) => {
    const { values, positionals } = parsed(args, OPTIONS)
    const [name = '', ...words] = positionals
    const action = ACTIONS.get(name)
    if (action === undefined)
      throw new Misused(`Say ${[...ACTIONS.keys()].join(', ')}; content-service users --help tells more.`)
    const work = action({ words, values })
    return withDatabase('users', (opened) => work(opened).then(() => 0))
  },
}
