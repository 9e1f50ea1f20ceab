import { describeAccount } from '../mails/name-in-mail.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import type { Stores } from '../context/context.ts'
import type { Signer } from '../reading/cursor.ts'
import type { Job } from '../work/job.ts'
import type { MailEncryption, Mail } from '../mails/mailer.ts'
import type { ContentModel } from '../model/content-model.ts'
import { toCaller } from '../access/held-roles.ts'
import type { User } from '../users/user.ts'
import { filterLinked } from '../visibility/visible-rows.ts'
import { computeExpiry, createExportLink } from './data-export.ts'
import type { ClaimedExport } from './export-store.ts'

export interface ExportParts {
  readonly mailEncryption: Pick<MailEncryption, 'seal'>
  /** Signs the links; the API checks them. */
  readonly links: Signer
  readonly baseUrl: string
  /** Decides which records of others the person may read. */
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly now: () => Date
}

/** In UTF-16 code units: long enough for few statements, and short enough for the memory. */
const PART_LENGTH = 256 * 1_024
/** Longer than the time to read and write one part. */
const CLAIM_MS = 15_000

/** The time for which the service shows an expired export. */
const REMEMBERED_MS = 30 * 24 * 3_600_000
/** The file stays for this time after its link has expired, so that running downloads can complete. */
const DOWNLOAD_MS = 3_600_000

const createReadyMail = (
  user: Pick<User, 'name' | 'username' | 'email'>,
  link: string,
  baseUrl: string,
): Mail => ({
  to: user.email,
  subject: 'Your data is ready',
  text: `Hello,

the file with all data that ${baseUrl} stores about you is ready:

    ${link}

Everybody who has this link can download the file, so keep the link secret. The link works for 24 hours. Then the
service deletes the file. If you did not request the file, change your password.

${describeAccount(user)}
`,
})

/** Parts of about equal length, with a line of JSON for each record. */
async function* readParts(
  { exports }: Stores,
  user: User,
  { policy, model }: ExportParts,
): AsyncGenerator<string, void, undefined> {
  const context = { caller: toCaller(user), policy, model }
  let part = ''
  for await (const record of exports.records(user.id, (of) => filterLinked(context, of))) {
    part += `${JSON.stringify(record)}\n`
    if (part.length < PART_LENGTH) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

const claimUntil = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

/**
 * Makes the file of one export from the beginning, even if another process has written some of its parts. Yields after each
 * part, so that exports take turns.
 */
async function* makeOne(
  stores: Stores,
  claimed: ClaimedExport,
  parts: ExportParts,
): AsyncGenerator<void, void, undefined> {
  const { exports, users } = stores
  const user = await users.get(claimed.userId)
  if (user === null) return
  for await (const part of readParts(stores, user, parts)) {
    if (!(await exports.append(claimed, part, claimUntil(parts.now())))) return
    yield
  }
  const readyAt = parts.now()
  const link = createExportLink(claimed, { signer: parts.links, baseUrl: parts.baseUrl })
  const mail = parts.mailEncryption.seal(createReadyMail(user, link, parts.baseUrl), 'notice')
  await stores.withMails([mail]).exports.finish(claimed, { readyAt, expiresAt: computeExpiry(readyAt) })
}

/** An export has up to 25 MB of records in memory. */
const EXPORTS_AT_ONCE = 4

/** C11.2: makes the requested exports, a part of each by turns, so that a large export does not delay small ones. */
export const makeExports = (parts: ExportParts): Job => ({
  name: 'make-exports',
  everyMs: 5_000,
  run: async (stores) => {
    const making: AsyncGenerator<void, void, undefined>[] = []
    const failures: unknown[] = []
    for (;;) {
      const now = parts.now()
      const claimed =
        making.length < EXPORTS_AT_ONCE ? await stores.exports.claim(now, claimUntil(now)) : null
      if (claimed) making.push(makeOne(stores, claimed, parts))
      const next = making.shift()
      if (next === undefined) break
      // The failure of one export does not end the others.
      const { done } = await next.next().catch((error: unknown) => ({ done: failures.push(error) > 0 }))
      if (!done) making.push(next)
    }
    if (failures.length > 0) throw failures[0]
  },
})

/** C11.2: removes the files whose links have expired. */
export const purgeExports: Job = {
  name: 'purge-exports',
  everyMs: 600_000,
  run: (stores, now) =>
    stores.exports.purge(new Date(now.getTime() - DOWNLOAD_MS), new Date(now.getTime() - REMEMBERED_MS)),
}
