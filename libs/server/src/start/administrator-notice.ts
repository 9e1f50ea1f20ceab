import type { Settings } from '../settings/read-settings.ts'
import type { Prepared } from './start.ts'

/** PostgreSQL takes the command while the service runs; the service holds an embedded database alone. */
const whenToRun = ({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string =>
  databaseUrl === undefined ? 'stop the service and run' : 'run'

/**
 * One line about the administrator (C10.1): after the first start, the password; later, how to make a new password, until
 * somebody has given one. Null if there is nothing to say. A program prints the line on standard error.
 */
export const describeAdministrator = (
  { firstAdministrator, unprovedAdministrator }: Omit<Prepared, 'warnings'>,
  settings: Pick<Settings, 'databaseUrl'>,
): string | null => {
  if (firstAdministrator !== null) {
    const { user, madePassword } = firstAdministrator
    return madePassword === undefined
      ? `Administrator ${user.email}, password: the value of ADMIN_PASSWORD`
      : `Administrator ${user.email}, password: ${madePassword} (store it now: the service does not show it again)`
  }
  if (unprovedAdministrator === null) return null
  const { username } = unprovedAdministrator
  return `Nobody has signed in as ${username} yet. To make a new password, ${whenToRun(settings)}: npx content-service users reset-password ${username}`
}
