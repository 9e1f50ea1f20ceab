import {
  givePassword,
  giveRoles,
  makeAccount,
  type ContentPolicy,
  type Operator,
} from '@content-service/domain'
import { createPasswordHasher } from '@content-service/identity'
import { SqlCredentialStore } from '@content-service/persistence'
import { makePassword } from '../make-password.ts'
import { Misused, parsed, say, withDatabase, type Command, type Opened } from './command.ts'
import { personOf } from './person.ts'
import { listUsers, windowOptions } from './user-list.ts'

const OPTIONS = {
  name: { type: 'string' },
  role: { type: 'string' },
  deleted: { type: 'boolean' },
  limit: { type: 'string' },
  page: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Option = keyof typeof OPTIONS
type Values = ReturnType<typeof parsed<typeof OPTIONS>>['values']

interface Asked {
  readonly words: readonly string[]
  readonly values: Values
  readonly policy: () => ContentPolicy
}

type Work = (opened: Opened) => Promise<void>

interface Action {
  readonly options: readonly Option[]
  /** Everything that was asked for is checked here, before a database is opened. @throws Misused. */
  prepare(asked: Asked): Work
}

const operatorOf = ({ stores, database, settings }: Opened, policy: ContentPolicy): Operator => {
  const credentials = new SqlCredentialStore(database.session())
  const passwords = createPasswordHasher(credentials, settings.passwordMinLength)
  return { stores, passwords, policy, now: () => new Date() }
}

/** A role of the policy (C12.3), in any letter case. */
const findRole = ({ roles }: ContentPolicy, text: string): string | undefined =>
  roles.find((known) => known === text) ?? roles.find((known) => known.toUpperCase() === text.toUpperCase())

const requireRole = (policy: ContentPolicy, text: string): string => {
  const role = findRole(policy, text)
  if (role === undefined)
    throw new Misused(`The role ${text} does not exist. Use one of ${policy.roles.join(', ')}.`)
  return role
}

const showPassword = (password: string): void =>
  say(`Password   ${password}\nStore the password now. The service does not show it again.`)

const create: Action = {
  options: ['name', 'role'],
  prepare: ({ words: [username, email], values, policy }) => {
    if (username === undefined || email === undefined)
      throw new Misused('Give a username and an email address: content-service users create USERNAME EMAIL')
    const known = policy()
    const roles = [requireRole(known, values.role ?? 'READER')]
    return async (opened) => {
      const password = makePassword()
      const account = { username, email, password, name: values.name }
      const user = await makeAccount(operatorOf(opened, known), account, roles)
      say(`User       ${user.id}, ${user.username}, ${user.roles.join(', ')}`)
      showPassword(password)
    }
  },
}

const list: Action = {
  options: ['role', 'deleted', 'limit', 'page', 'json'],
  prepare: ({ values, policy }) => {
    const { role, deleted = false, json = false } = values
    const window = windowOptions(values)
    const known = policy()
    const listing = {
      ...window,
      // A user may hold a role that the policy does not know any more: it can be looked for all the same.
      role: role && (findRole(known, role) ?? role),
      deleted,
      json,
    }
    return (opened) => listUsers(opened, known, listing)
  },
}

const setRole: Action = {
  options: [],
  prepare: ({ words: [login, ...names], policy }) => {
    if (login === undefined || names.length === 0)
      throw new Misused('Give a user and a role: content-service users set-role LOGIN ROLE')
    const known = policy()
    const roles = names.map((name) => requireRole(known, name))
    return async (opened) => {
      const { id } = await personOf(opened, login)
      const user = await giveRoles(operatorOf(opened, known), id, roles)
      say(`Roles of ${user.username}: ${user.roles.join(', ')}`)
    }
  },
}

const resetPassword: Action = {
  options: [],
  prepare: ({ words: [login], policy }) => {
    if (login === undefined) throw new Misused('Give a user: content-service users reset-password LOGIN')
    return async (opened) => {
      const password = makePassword()
      await givePassword(operatorOf(opened, policy()), await personOf(opened, login), password)
      showPassword(password)
    }
  },
}

const ACTIONS = new Map([
  ['list', list],
  ['create', create],
  ['set-role', setRole],
  ['reset-password', resetPassword],
])

const refuseOtherOptions = (name: string, { options }: Action, values: Values): void => {
  const other = Object.keys(values).find((given) => !options.some((option) => option === given))
  if (other !== undefined)
    throw new Misused(
      `The command users ${name} has no option --${other}. To see the options, run content-service users --help`,
    )
}

export const command: Command = {
  help: `Usage: content-service users list [--role ROLE] [--deleted] [--limit N] [--page N] [--json]
       content-service users create USERNAME EMAIL [--name NAME] [--role ROLE]
       content-service users set-role LOGIN ROLE [ROLE …]
       content-service users reset-password LOGIN

  list             prints users as a table, newest first
    --role         only users that hold this role
    --deleted      only deleted users
    --limit        users on a page: 100 by default, at most 1000
    --page         the number of the page, from 1
    --json         prints a JSON array instead of the table
  create           creates a user and prints the password. No later command shows it. The role is READER unless you give --role.
  set-role         gives a user these roles and removes all other roles
  reset-password   prints a new password of a user and ends all their sessions. No later command shows the password

LOGIN is a username or an email address. ROLE is GUEST, READER, AUTHOR, EDITOR, ADMIN or a role that the file in
POLICY_FILE adds.`,
  run: (args, composition) => {
    const { values, positionals } = parsed(args, OPTIONS)
    const [name = '', ...words] = positionals
    const action = ACTIONS.get(name)
    if (action === undefined)
      throw new Misused(
        `Give an action: ${[...ACTIONS.keys()].join(', ')}. To see the options, run content-service users --help`,
      )
    refuseOtherOptions(name, action, values)
    // The other settings are checked with the database, which comes after everything that was asked for.
    const policy = () => composition.policyOf(process.env['POLICY_FILE'] || undefined).policy
    const work = action.prepare({ words, values, policy })
    return withDatabase('users', composition, (opened) => work(opened).then(() => 0))
  },
}
