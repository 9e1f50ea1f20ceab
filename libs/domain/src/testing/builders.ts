import type { Throttle } from '../context/throttle.ts'
import type { MadeSecret, SecretMaker } from '../api-keys/api-key-store.ts'
import { Article } from '../articles/article.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { Comment } from '../comments/comment.ts'
import type { MailEncryption, Mail } from '../mails/mailer.ts'
import type { SealedMail } from '../mails/mail-store.ts'
import type { Context, Stores } from '../context/context.ts'
import { createContext, DEFAULT_SETTINGS } from '../service/create-context.ts'
import { newRecord } from '../model/types/record-changes.ts'
import { datePublication, moveTo } from '../model/states/record-state.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { NewOf, RecordOf } from '../model/types/record-values.ts'
import type { Signer } from '../reading/cursor.ts'
import type { UserId } from '../rules/ids.ts'
import type { TotpVerifier } from '../second-factor/second-factor-store.ts'
import type { PasswordHasher } from '../users/user-store.ts'
import type { UserRole } from '../access/role-names.ts'
import { newUser, type NewUser } from '../users/user.ts'
import { memoryStores } from './memory/memory-stores.ts'
import { NOON } from './test-audit-context.ts'

/** A signer for each kind of text; the signed text begins with the kind. */
const sealing = (kind: string): Signer => ({
  sign: (text) => `sealed ${kind} ${text}`,
  verify: (sealed) => sealed.split(`sealed ${kind} `)[1] ?? null,
})

/** A new user: `aUser('ada', 'AUTHOR')`. */
export const aUser = (name: string, role: UserRole = 'READER'): NewUser =>
  newUser({ username: name, email: `${name}@example.org`, role }, NOON)

export const anArticle = (
  stores: Pick<Stores, 'records'>,
  ownerId: UserId,
  {
    title = 'On the origin of tests',
    content = 'Some text.',
    status = 'PUBLISHED' as ArticleStatus,
    tags = [] as readonly string[],
    now = NOON,
  } = {},
): Article => {
  const id = stores.records(Article).nextId()
  const article = newRecord(Article, { title, content, tags, status }, { id, now, creator: ownerId })
  return { ...article, ...datePublication(Article, article, now) }
}

/** The article in another state. */
export const toState = (article: Article, status: ArticleStatus, now: Date): Article => ({
  ...article,
  ...moveTo(Article, article, status, now),
})

export const aComment = (
  stores: Pick<Stores, 'comments'>,
  article: Article,
  authorId: UserId,
  { content = 'Well said.', now = NOON } = {},
): Comment =>
  newRecord(
    Comment,
    { content, articleId: article.id },
    { id: stores.comments.nextId(), now, creator: authorId },
  )

export { toCaller as callerOf } from '../access/held-roles.ts'

/** Secrets with different texts, such as numbers. */
const countingSecrets = (): SecretMaker => {
  let made = 0
  const next = (): MadeSecret => {
    made += 1
    return { text: `secret ${made}`, digest: `digest of secret ${made}` }
  }
  return { apiKey: next, token: next, digest: (text) => `digest of ${text}` }
}

/** The password of every user. */
export const RIGHT_PASSWORD = 'maroon kettle drifts'

const plainPasswords: PasswordHasher = {
  findProblem: () => null,
  hash: async (password) => `hash of ${password}`,
  hashAll: async (passwords) => passwords.map((password) => `hash of ${password}`),
  verify: async (_, password) => password === RIGHT_PASSWORD,
}

const STEP_MS = 30_000
const computeStep = (time: Date): number => Math.floor(time.getTime() / STEP_MS)

/** The code of every user's app at a time. */
export const computeCode = (time: Date): string => String(computeStep(time)).slice(-6)

/** Codes that a test can compute from the time, and recovery codes with numbers. */
const plainCodes = (): TotpVerifier => {
  let made = 0
  return {
    newSecret: (user) => ({
      secret: `secret of ${user}`,
      uri: `otpauth://${user}`,
      sealed: `sealed ${user}`,
    }),
    findStep: (_, code, now) => (code === computeCode(now) ? computeStep(now) : null),
    newRecoveryCode: () => {
      made += 1
      return { text: `recovery ${made}`, digest: `digest of recovery ${made}` }
    },
    digest: (code) => `digest of ${code}`,
  }
}

/** A record of a declared type, which is not yet stored. */
export const aRecord = <T extends RecordType>(
  { records }: Pick<Stores, 'records'>,
  type: T,
  given: NewOf<T>,
  creator: UserId | null = null,
): RecordOf<T> => newRecord(type, given, { id: records(type).nextId(), now: NOON, creator })

/** A throttle that admits every attempt. */
const unlimitedAttempts: Throttle = {
  run: (_, work) => work({ recordFailure: () => undefined, recordSuccess: () => undefined }),
}

/** Mails that a test can read. */
export const plainMailEncryption: MailEncryption = {
  // The brand promises the result of `seal`, and this is the `seal` of the tests.
  seal: (mail, kind) => ({ sealed: JSON.stringify(mail) as SealedMail, recipient: mail.to, kind }),
  open: (sealed) => JSON.parse(sealed) as Mail,
}

/** A context without a database; a test gives the caller and the time. */
export const aContext = (given: Partial<Context> = {}): Context =>
  createContext({
    origin: { credential: 'none', address: null, requestId: 'a-test' },
    stores: memoryStores(),
    passwords: plainPasswords,
    codes: plainCodes(),
    throttle: unlimitedAttempts,
    secrets: countingSecrets(),
    signing: {
      newSecret: (webhook) => ({ text: `whsec of ${webhook}`, sealed: `sealed whsec of ${webhook}` }),
      headersFor: (_, sealedSecrets, { id, at }) => ({
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': sealedSecrets.join(' '),
      }),
    },
    cursors: sealing('cursor'),
    links: sealing('link'),
    keyedHash: (...parts) => `hash of ${JSON.stringify(parts)}`,
    settings: { ...DEFAULT_SETTINGS, baseUrl: 'https://content.example' },
    mailer: { isReady: true },
    mailEncryption: plainMailEncryption,
    runInBackground: (work) => void work(),
    now: () => NOON,
    // No event comes without a write in stores in memory.
    subscribe: async () => (async function* () {})(),
    ...given,
  })
