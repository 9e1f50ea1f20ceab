import { authorize, requireUser, type PolicyContext } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { ContentError } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { takeInput } from '../operations/run-operation.ts'
import { isNarrowed } from '../users/roles/role-grants.ts'
import {
  findLinkedExport,
  createExportLink,
  computeState,
  type DataExport,
  type ExportState,
} from './data-export.ts'

/** An export as its owner sees it. */
export interface ShownExport extends Omit<DataExport, 'userId'> {
  readonly state: ExportState
  /** The link to the file while the export is READY. */
  readonly url: string | null
}

const toShownExport = (
  { links, settings, now }: Context,
  { userId: _owner, ...made }: DataExport,
): ShownExport => {
  const state = computeState(made, now())
  const url = state === 'READY' ? createExportLink(made, { signer: links, baseUrl: settings.baseUrl }) : null
  return { ...made, state, url }
}

/**
 * An export contains all data of the user, so that the credential needs all permissions of the user: a narrow
 * credential must not reach more data than its scopes.
 */
const authorizeExport = (context: PolicyContext): UserId => {
  const id = requireUser(context)
  authorize(context, 'users:read', { id })
  authorize(context, 'users:delete', { id })
  if (isNarrowed(context))
    throw new ContentError(
      'FORBIDDEN',
      'The export holds all of your data, and the scopes of your credential are narrower. Use a credential with all of your permissions.',
    )
  return id
}

/**
 * `exportMyData` (C11.2): the user's current export while it is being made or can be downloaded; otherwise a new
 * export.
 */
export const exportMyData = async (context: Context): Promise<ShownExport> => {
  const userId = authorizeExport(context)
  const { exports } = context.stores
  const now = context.now()
  const wanted = { id: exports.nextId(), userId, requestedAt: now, readyAt: null, expiresAt: null }
  return toShownExport(
    context,
    await exports.request(wanted, (newest) => computeState(newest, now) !== 'EXPIRED'),
  )
}

/** `dataExport`: the caller's newest export, or null. */
const readDataExport = async (context: Context): Promise<ShownExport | null> => {
  const newest = await context.stores.exports.newest(authorizeExport(context))
  return newest && toShownExport(context, newest)
}

/** Opens the file of a link, without a credential. @throws NOT_FOUND for a wrong or expired link. */
export const openExport = async (
  { stores, links, now, inShare }: Pick<Context, 'stores' | 'links' | 'now' | 'inShare'>,
  link: string,
): Promise<AsyncIterable<string>> => {
  const id = findLinkedExport(link, links)
  const found = id && (await stores.exports.get(id))
  if (!found || computeState(found, now()) !== 'READY')
    throw new ContentError(
      'NOT_FOUND',
      'The link to the export is wrong or has expired. Request a new export.',
    )
  return findParts(found)

  async function* findParts({ id: of }: DataExport): AsyncGenerator<string, void, undefined> {
    for (let place = 0; ; place += 1) {
      const part = await inShare(() => stores.exports.part(of, place))
      if (part === null) return
      yield part
    }
  }
}

const declared = { resource: 'users', access: 'signed in' } as const

export const exportOperations = {
  exportMyData: takeInput(exportMyData, declared),
  dataExport: takeInput(readDataExport, declared),
} as const
