import { fileURLToPath } from 'node:url'
import { where } from '@content-service/authz'
import { ContentError, type ContentModel, type Stores, User } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { newUser, username, type UserRow } from '@content-service/domain/internal/users'
import { OperatorError } from '@content-service/domain/internal/rules'
import type { TransferStore } from '@content-service/domain/internal/transfer'
import { GRANT_TYPES, type OAuthClient } from '@content-service/domain/internal/clients'
import { hashPassword, createPasswordRule, digest } from '@content-service/identity'
import type { Settings } from '../settings/read-settings.ts'
import { importContent } from '../transfer/import-content.ts'
import { isOfMissingType } from '../transfer/line-record.ts'
import type { FileLine } from '../transfer/lines.ts'
import { makePassword } from './make-password.ts'

const SAMPLE_CONTENT = fileURLToPath(new URL('../../sample-content.ndjson', import.meta.url))

export const DEFAULT_ADMIN_EMAIL = 'admin@example.org'

export interface FirstAdministrator {
  readonly user: User
  /** Undefined if the operator has chosen the password. */
  readonly madePassword: string | undefined
}

/** The operator's password must meet the usual rule: the words after ADMIN_PASSWORD if it does not. */
export const findPasswordProblem = ({
  adminEmail: email = DEFAULT_ADMIN_EMAIL,
  adminPassword,
  passwordMinLength,
}: Settings): string | null =>
  adminPassword === undefined
    ? null
    : createPasswordRule(passwordMinLength)(adminPassword, { username: 'admin', email })

interface FirstStartParts {
  readonly stores: Stores
  readonly transfer: TransferStore
  readonly model: ContentModel
  /** Runs before the first record. */
  readonly beforeFirst: () => Promise<void>
}

/** If two processes start at once, the second process finds the username taken. */
const createAdministrator = async (
  { stores, model }: FirstStartParts,
  settings: Settings,
  now: Date,
): Promise<FirstAdministrator | null> => {
  const email = settings.adminEmail ?? DEFAULT_ADMIN_EMAIL
  const password = settings.adminPassword ?? makePassword()
  try {
    const given = { username: username('admin'), name: 'Administrator', email, role: 'ADMIN' } as const
    const admin = newUser(given, now, findType(model, User))
    const user = await stores.users.add(admin, await hashPassword(password))
    return { user, madePassword: settings.adminPassword === undefined ? password : undefined }
  } catch (error) {
    if (error instanceof ContentError && error.code === 'CONFLICT') return null
    throw error
  }
}

const silent = () => ({ update: () => undefined, finish: () => undefined })

/**
 * The first start creates the sample content, and then the administrator, whose account marks the end of the first
 * start (C10.1). Null at later starts.
 */
export const prepareFirstStart = async (
  parts: FirstStartParts,
  settings: Settings,
  now: Date,
): Promise<FirstAdministrator | null> => {
  const { stores, transfer, model, beforeFirst } = parts
  const isAdministrator = where<UserRow>().roles.contains('ADMIN')
  if ((await stores.reader.count('users', isAdministrator, 1)) > 0) return null
  const problem = findPasswordProblem(settings)
  if (problem !== null) throw new OperatorError(`ADMIN_PASSWORD ${problem}`)
  await beforeFirst()
  const isLeftOut = (line: FileLine): boolean => isOfMissingType(line, model)
  if (settings.sampleContent)
    await importContent(SAMPLE_CONTENT, transfer, { model, progressOf: silent, isLeftOut })
  return createAdministrator(parts, settings, now)
}

const isSame = (one: OAuthClient, other: OAuthClient): boolean =>
  one.secretHash === other.secretHash &&
  one.redirectUris.join(' ') === other.redirectUris.join(' ') &&
  one.grants.join(' ') === other.grants.join(' ')

/** C10.2: each start registers the operator's client with the values of the settings, for every grant. */
export const registerFirstClient = async (
  { clients }: Stores,
  { id, secret, redirectUris }: Settings['firstClient'],
  now: Date,
): Promise<void> => {
  if (id === undefined || secret === undefined || redirectUris === undefined) return
  const current = await clients.get(id)
  const client = {
    id,
    name: id,
    redirectUris,
    grants: GRANT_TYPES,
    scopes: [],
    secretHash: digest(secret),
    createdAt: current?.createdAt ?? now,
  }
  if (current === null || !isSame(current, client)) await clients.put(client)
}
