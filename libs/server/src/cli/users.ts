import {
  giveRoles,
  givePassword,
  makeAccount,
  type Operator,
} from '@content-service/domain/internal/accounts'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import { createPasswordHasher, createPasswordRule } from '@content-service/identity'
import { SqlCredentialStore } from '@content-service/persistence'
import type { Composition } from '../composition/composition.ts'
import { makePassword } from '../start/make-password.ts'
import { createCommand, type Action } from './actions.ts'
import { findUser, type OpenCommand } from './command.ts'
import { Misused, say } from './misused.ts'
import { isHeld, listUsers, MOST_USERS, parseWindow } from './user-list.ts'

const OPTIONS = {
  name: { type: 'string', help: 'the name of the user' },
  role: { type: 'string', help: 'the role of the user' },
  deleted: { type: 'boolean', help: 'only deleted users' },
  limit: { type: 'string', help: `users on a page: 100 by default, at most ${MOST_USERS}` },
  page: { type: 'string', help: 'the number of the page, from 1' },
  json: { type: 'boolean', help: 'prints a JSON array instead of the table' },
} as const

type UserAction = Action<typeof OPTIONS>

/** Reads the policy before the database; the other settings are checked with the database, after all arguments. */
const readPolicy = ({ policyOf }: Composition): ContentPolicy =>
  policyOf(process.env['POLICY_FILE'] || undefined).policy

const createOperator = (
  { stores, database, settings }: OpenCommand,
  { model }: Composition,
  policy: ContentPolicy,
): Operator => {
  const credentials = new SqlCredentialStore(database.session())
  const passwords = createPasswordHasher(credentials, createPasswordRule(settings.passwordMinLength))
  return { stores, passwords, policy, model, now: () => new Date() }
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

const list: UserAction = {
  usage: '[--role ROLE] [--deleted] [--limit N] [--page N] [--json]',
  help: 'prints users as a table, newest first. With --role: only users that hold this role',
  options: ['role', 'deleted', 'limit', 'page', 'json'],
  run: ({ open, values, composition }) => {
    const { role, deleted = false, json = false } = values
    const window = parseWindow(values)
    const policy = readPolicy(composition)
    const listing = {
      ...window,
      role: role === undefined ? role : (findRole(policy, role) ?? role),
      deleted,
      json,
    }
    return open(async (opened) => {
      // The policy may no longer have a role that users still have: the list finds these users.
      if (listing.role !== undefined && !(await isHeld(opened, listing.role)))
        requireRole(policy, listing.role)
      await listUsers(opened, policy, listing)
    })
  },
}

const create: UserAction = {
  usage: 'USERNAME EMAIL [--name NAME] [--role ROLE]',
  help: 'creates a user and prints the password. No later command shows it. The role is READER unless you give --role',
  options: ['name', 'role'],
  run: ({ open, words: [username = '', email = ''], values, composition }) => {
    const policy = readPolicy(composition)
    const roles = [requireRole(policy, values.role ?? 'READER')]
    return open(async (opened) => {
      const password = makePassword()
      const account = { username, email, password, name: values.name }
      const user = await makeAccount(createOperator(opened, composition, policy), account, roles)
      say(`User       ${user.id}, ${user.username}, ${user.roles.join(', ')}`)
      showPassword(password)
    })
  },
}

const setRole: UserAction = {
  usage: 'LOGIN ROLE …',
  help: 'gives a user these roles and removes all other roles',
  run: ({ open, words: [login = '', ...names], composition }) => {
    const policy = readPolicy(composition)
    const roles = names.map((name) => requireRole(policy, name))
    return open(async (opened) => {
      const { id } = await findUser(opened, login)
      const user = await giveRoles(createOperator(opened, composition, policy), id, roles)
      say(`Roles of ${user.username}: ${user.roles.join(', ')}`)
    })
  },
}

const resetPassword: UserAction = {
  usage: 'LOGIN',
  help: 'prints a new password of a user and ends all their sessions. No later command shows the password',
  run: ({ open, words: [login = ''], composition }) =>
    open(async (opened) => {
      const password = makePassword()
      const operator = createOperator(opened, composition, readPolicy(composition))
      await givePassword(operator, await findUser(opened, login), password)
      showPassword(password)
    }),
}

export const command = createCommand({
  name: 'users',
  options: OPTIONS,
  actions: { list, create, 'set-role': setRole, 'reset-password': resetPassword },
  notes: `LOGIN is a username or an email address. ROLE is GUEST, READER, AUTHOR, EDITOR, ADMIN or a role that the content
model or the file in POLICY_FILE adds.`,
})
