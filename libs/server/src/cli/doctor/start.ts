import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { where } from '@content-service/authz'
import type { UserRow } from '@content-service/domain/internal/users'
import { readServiceSecret, SECRET_FILE } from '@content-service/identity'
import { findPasswordProblem } from '../../start/first-start.ts'
import { findAuthPort } from '../../connections/auth-port.ts'
import { explainListening, type ListenAddress } from '../../connections/listening-failure.ts'
import { nameHost } from '../../connections/http-server.ts'
import { readTrustedDocuments } from '../../composition/trusted-documents.ts'
import type { Settings } from '../../settings/read-settings.ts'
import { withDatabase } from '../command.ts'
import { explain, fine, wrong, type Examine } from './finding.ts'
import { isOurService } from './servers.ts'

/** The finding of work that fails as the start would. */
const judgeWork = async (about: string, work: () => unknown) => {
  try {
    await work()
    return fine(about)
  } catch (error) {
    return wrong(about, explain(error))
  }
}

export const examineDocuments: Examine = ({ settings }) =>
  judgeWork('TRUSTED_DOCUMENTS_FILE', () => readTrustedDocuments(settings))

/** C10.2: the stored secret. The first start creates an absent one. */
export const examineSecret: Examine = ({ settings }) =>
  judgeWork(`secret in ${settings.dataDir}`, () => {
    if (existsSync(join(settings.dataDir, SECRET_FILE))) readServiceSecret(settings)
  })

const listenOnce = ({ port, host }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host }, () => server.close(() => resolve()))
  })

/** Listens for a moment. The running service may have the port. @throws OperatorError. */
const tryToListen = async (at: ListenAddress, { host, port }: Settings): Promise<void> => {
  try {
    await listenOnce(at)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (isTaken && (await isOurService(`http://${nameHost(host)}:${port}`))) return
    throw explainListening(error, at)
  }
}

export const examineListening: Examine = ({ settings }) =>
  judgeWork('HOST and PORT', () => tryToListen(settings, settings))

export const examineAuthListening: Examine = ({ settings }) => {
  const port = findAuthPort(settings)
  const at = { port: port ?? 0, host: settings.host, portSetting: 'AUTH_URL' } as const
  return port === null ? fine('AUTH_URL') : judgeWork('AUTH_URL', () => tryToListen(at, settings))
}

/** The first start refuses a weak password; later starts ignore the setting. */
export const examineAdminPassword: Examine = async ({ settings, composition, server }) => {
  const about = 'ADMIN_PASSWORD'
  const problem = findPasswordProblem(settings)
  // Another check explains the problem of the database.
  if (problem === null || server?.status === 'rejected') return fine(about)
  const isAdministrator = where<UserRow>().roles.contains('ADMIN')
  const count = await withDatabase(
    'doctor',
    composition,
    ({ stores }) => stores.reader.count('users', isAdministrator, 1),
    { settings },
  ).catch(() => 1)
  return count > 0 ? fine(about) : wrong(about, problem)
}
