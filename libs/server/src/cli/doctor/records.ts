import { where } from '@content-service/authz'
import { listSubscriptions } from '@content-service/domain/internal/handlers'
import type { UserRow } from '@content-service/domain/internal/users'
import { SqlCredentialStore } from '@content-service/persistence'
import { describeDeadLetters } from '../../operating/handler-backlog.ts'
import { DEFAULT_ADMIN_EMAIL } from '../../start/first-start.ts'
import { withDatabase } from '../command.ts'
import { better, explain, fine, wrong, type Examine, type Examined } from './finding.ts'

export const examinePolicy: Examine = ({ settings, composition }) => {
  const about = 'POLICY_FILE'
  try {
    const { findings } = composition.policyOf(settings.policyFile)
    const advice = findings.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return better(about, advice === '' ? null : advice)
  } catch (error) {
    return wrong(about, explain(error))
  }
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ')

const findUnknownRights = async ({ settings, composition }: Examined): Promise<readonly string[]> => {
  const { policy } = composition.policyOf(settings.policyFile)
  const { roles, permissions } = await withDatabase(
    'doctor',
    composition,
    ({ stores }) => stores.users.heldRights(),
    { settings },
  )
  return [
    ...roles.filter((role) => !policy.roles.includes(role)),
    ...permissions.filter((permission) => !policy.permissions.some((name) => name === permission)),
  ]
}

/** C12.3: a role or permission that the policy does not define has no effect. */
export const examineRights: Examine = async (examined) => {
  const about = 'roles and permissions of users'
  // Another check explains the problem of the policy or of the database.
  const unchecked = better(about, 'doctor can check this after you correct the database and the policy')
  if (examined.server?.status === 'rejected') return unchecked
  try {
    const unknown = await findUnknownRights(examined)
    if (unknown.length === 0) return fine(about)
    return better(
      about,
      `users hold ${quoteAll(unknown)}, which the policy does not define, so that they have no effect: ` +
        'add them to POLICY_FILE, or remove them from the users (npx content-service users list --role ROLE)',
    )
  } catch {
    return unchecked
  }
}

/** C16.4: events that handlers have not handled after all attempts. */
export const examineHandlers: Examine = async ({ settings, composition, server }) => {
  const about = 'handlers'
  const { model } = composition
  // Another check explains the problem of the database.
  if (model.handlers.length === 0 || server?.status === 'rejected') return fine(about)
  const dead = await withDatabase(
    'doctor',
    composition,
    async ({ stores }) =>
      describeDeadLetters(await stores.handlers.backlog(listSubscriptions(model), new Date())),
    { settings },
  ).catch(() => '')
  return better(
    about,
    dead === ''
      ? null
      : `there are dead letters: ${dead}. npx content-service handlers list shows the reasons; ` +
          'correct the handler, and run npx content-service handlers retry ID',
  )
}

/** C10.2: the first administrator signs in by ADMIN_EMAIL, and mails for a new password go there. */
const adviseAdministrator = ({ settings, composition }: Examined): Promise<string | null> =>
  withDatabase(
    'doctor',
    composition,
    async ({ stores, database }) => {
      const isAdministrator = where<UserRow>().roles.contains('ADMIN')
      const hasAdministrator = (await stores.reader.count('users', isAdministrator, 1)) > 0
      if (!hasAdministrator && settings.adminEmail === undefined)
        return `set it to your email address: otherwise the first start creates ${DEFAULT_ADMIN_EMAIL}, which receives no mail`
      const byDefault = await new SqlCredentialStore(database.session()).findByLogin(DEFAULT_ADMIN_EMAIL)
      return byDefault === null
        ? null
        : `${DEFAULT_ADMIN_EMAIL} receives no mail: sign in with it and change the email address`
    },
    { settings },
  )

export const examineAdministrator: Examine = async (examined) => {
  const about = 'ADMIN_EMAIL'
  const { settings, server } = examined
  if (!settings.production || server?.status === 'rejected') return fine(about)
  // Another check explains the problem of the database.
  return better(about, await adviseAdministrator(examined).catch(() => null))
}
